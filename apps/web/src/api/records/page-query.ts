import type { RouteRequest } from '@talus/contract'

/** Query parameters of a paged route. */
export type PageQuery<Definition> = NonNullable<
  RouteRequest<Definition> extends { query?: infer Query } ? Query : never
>
