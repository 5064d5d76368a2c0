export {
  type Choreography,
  type ChoreographyCycle,
  type ChoreographyLink,
  type ChoreographyMachine,
  type ChoreographyObserver,
  type ChoreographyRoute,
  choreographyOf,
} from "./choreography.ts";
