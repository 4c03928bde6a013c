import type { z } from 'zod'
import type { Variant } from './enumerations.ts'
import type { Capability } from './permissions.ts'

/** Who may call a route at all. `nothing` is open to anyone; a test pins the list of those. */
export type Need = 'nothing' | 'sign-in' | Capability

/**
 * Which clinic's data a route touches.
 * - `none`: no clinic's data (sign-in, breeds, health).
 * - `reach`: records found by id, in the actor's reach only; another clinic's record is a 404.
 * - a place: the request names the clinic there; one outside the actor's reach is a 403, and where
 *   the name may be left out, the handler is given the actor's reach.
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
  /** Below the API base, with `:name` for parameters. Matched without regard to case. */
  readonly path: `/${string}`
  readonly summary: string
  /** Only in this variant; elsewhere the path does not exist. */
  readonly variant?: Variant
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** The body is a multipart form: its text fields, and the names of its file fields. */
  readonly form?: { readonly fields: z.ZodObject; readonly files: readonly string[] }
  /** The body is a stream that the handler reads itself, of one of these media types. */
  readonly stream?: readonly string[]
  /** The JSON of a successful answer. */
  readonly response?: z.ZodType
  /** The media type of an answer that is not JSON. */
  readonly produces?: string
  readonly responseHeaders?: Readonly<Record<string, string>>
}

export type Route = RouteShape & Access

/** A route is declared once: the server mounts it, the web calls it, the documentation is printed from it. */
export const route = <const Definition extends Route>(definition: Definition): Definition =>
  definition

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
type Part<Definition, Name extends string> =
  Definition extends Record<Name, infer Schema> ? Schema : undefined

export type ParamsOf<Definition> = OutputOf<Part<Definition, 'params'>>
export type QueryOf<Definition> = OutputOf<Part<Definition, 'query'>>
export type BodyOf<Definition> = OutputOf<Part<Definition, 'body'>>
/** What a handler returns: unknown keys are dropped on the way out, so a row cannot leak a column. */
export type ReplyOf<Definition> = InputOf<Part<Definition, 'response'>>
/** What a caller receives. */
export type AnswerOf<Definition> = OutputOf<Part<Definition, 'response'>>

type Given<Definition, Name extends string> =
  Part<Definition, Name> extends z.ZodType
    ? Record<never, unknown> extends z.input<Part<Definition, Name>>
      ? { readonly [Key in Name]?: z.input<Part<Definition, Name>> }
      : { readonly [Key in Name]: z.input<Part<Definition, Name>> }
    : unknown

/** What a caller passes. */
export type CallOf<Definition> = Given<Definition, 'params'> &
  Given<Definition, 'query'> &
  Given<Definition, 'body'>

/** `/study/:id` with values in place; each is encoded, so no value can reach into another path. */
export function pathOf(
  definition: Pick<Route, 'path'>,
  params: Readonly<Record<string, unknown>> = {},
) {
  return definition.path.replace(/:([a-zA-Z]+)/gu, (_match, name: string) =>
    encodeURIComponent(String(params[name])),
  )
}
