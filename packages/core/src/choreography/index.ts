export {
  type Choreography,
  type ChoreographyCycle,
  type ChoreographyLink,
  type ChoreographyMachine,
  type ChoreographyRoute,
  choreographyOf,
} from "./choreography.ts";
