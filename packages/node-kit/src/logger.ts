interface Log {
  (details: object, message: string): void
  (message: string): void
}

/** The methods of a pino logger that code below the HTTP server calls. */
export interface Logger {
  readonly debug: Log
  readonly info: Log
  readonly warn: Log
  readonly error: Log
}
