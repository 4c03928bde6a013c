/** Returns the current time. Passed as an argument, so that tests can set it. */
export type Clock = () => Date
