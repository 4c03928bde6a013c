/** Settings with which the server cannot run. */
export class ConfigError extends Error {}
