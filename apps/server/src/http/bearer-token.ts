/** The token of an Authorization header, or undefined where there is none to speak of. */
export const bearerToken = (header: string | undefined): string | undefined =>
  /^Bearer ([\w-]{20,200})$/iu.exec(header ?? '')?.[1]
