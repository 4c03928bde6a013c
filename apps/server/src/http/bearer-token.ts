/** Reads the token of an Authorization header; undefined if there is none that could be valid. */
export const parseBearerToken = (header: string | undefined): string | undefined =>
  /^Bearer ([\w-]{20,200})$/iu.exec(header ?? '')?.[1]
