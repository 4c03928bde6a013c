import type { z } from 'zod'
import type { Variant } from './enumerations.ts'
import type { Capability } from './permissions.ts'

/**
 * The permission that a route needs. `nothing` is public; a test fixes the list of public routes.
 */
export type Need = 'nothing' | 'sign-in' | Capability

/**
 * The clinics whose data a route accesses.
 * - `none`: no clinic's data (sign-in, breeds, health).
 * - `reach`: records found by id, in the actor's reach only; another clinic's record is a 404.
 * - a parameter or field: the request names the clinic; a clinic outside the actor's reach is a
 *   403, and if an optional clinic is missing, the handler gets the actor's whole reach.
 */
export type ClinicRule =
  | 'none'
  | 'reach'
  | { readonly in: 'params' | 'query' | 'body'; readonly name: string }

export type Access =
  | { readonly needs: 'nothing'; readonly clinic: 'none' }
  | { readonly needs: Exclude<Need, 'nothing'>; readonly clinic: ClinicRule }

export interface RouteShape {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below the API base, with `:name` for parameters. Case-insensitive. */
  readonly path: `/${string}`
  readonly summary: string
  /** The route exists only in this variant. */
  readonly variant?: Variant
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** The body is a multipart form: its text fields, and the names of its file fields. */
  readonly form?: { readonly fields: z.ZodObject; readonly files: readonly string[] }
  /** The body is a stream of one of these media types, which the handler reads itself. */
  readonly stream?: readonly string[]
  /** The JSON of a successful response. */
  readonly response?: z.ZodType
  /** The media type of a response that is not JSON. */
  readonly produces?: string
  readonly responseHeaders?: Readonly<Record<string, string>>
}

export type Route = RouteShape & Access

/**
 * Defines a route once: the server mounts it, the web calls it, and the API documentation is
 * generated from it.
 */
export const defineRoute = <const Definition extends Route>(definition: Definition): Definition =>
  definition

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
type Part<Definition, Name extends string> =
  Definition extends Record<Name, infer Schema> ? Schema : undefined

export type RouteParams<Definition> = OutputOf<Part<Definition, 'params'>>
export type RouteQuery<Definition> = OutputOf<Part<Definition, 'query'>>
export type RouteBody<Definition> = OutputOf<Part<Definition, 'body'>>
/** The return value of a handler; the server drops unknown keys, so a row cannot leak a column. */
export type RouteReply<Definition> = InputOf<Part<Definition, 'response'>>
/** The response that a client receives. */
export type RouteResponse<Definition> = OutputOf<Part<Definition, 'response'>>

type RequestPart<Definition, Name extends string> =
  Part<Definition, Name> extends z.ZodType
    ? Record<never, unknown> extends z.input<Part<Definition, Name>>
      ? { readonly [Key in Name]?: z.input<Part<Definition, Name>> }
      : { readonly [Key in Name]: z.input<Part<Definition, Name>> }
    : unknown

/** The params, query and body that a client passes. */
export type RouteRequest<Definition> = RequestPart<Definition, 'params'> &
  RequestPart<Definition, 'query'> &
  RequestPart<Definition, 'body'>

/**
 * Fills in the parameters of `/study/:id`; they are encoded, so that a value cannot change the
 * path.
 */
export function buildPath(
  definition: Pick<Route, 'path'>,
  params: Readonly<Record<string, unknown>> = {},
) {
  return definition.path.replace(/:([a-zA-Z]+)/gu, (_match, name: string) =>
    encodeURIComponent(String(params[name])),
  )
}
