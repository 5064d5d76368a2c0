import { configure } from "@testing-library/react";

/** A busy machine is slow, not wrong: what is looked for may come late, and only what never comes is to fail. */
const WAIT_MS = 15_000;

configure({ asyncUtilTimeout: WAIT_MS });
