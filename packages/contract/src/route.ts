import type { z } from 'zod'
import type { Variant } from './enumerations.ts'
import type { ErrorCode } from './errors.ts'
import type { ExchangeRight } from './dicom-device.ts'
import type { Capability } from './permissions.ts'

/**
 * The permission that a route needs. `nothing` is public; a test fixes the list of public routes.
 */
export type Need = 'nothing' | 'sign-in' | Capability

/**
 * The clinics whose data a route accesses.
 * - `none`: no clinic's data (sign-in, breeds, health).
 * - `reach`: records found by id, in the actor's reach only; another clinic's record is a 404.
 * - `cases`: the same for routes of cases: a radiologist reaches the cases that are offered or
 *   assigned to them, and what belongs to these.
 * - a parameter or field: the request names the clinic; a clinic outside the actor's reach is a
 *   403, and if an optional clinic is missing, the handler gets the actor's whole reach.
 */
export type ClinicRule =
  | 'none'
  | 'reach'
  | 'cases'
  | { readonly in: 'params' | 'query' | 'body'; readonly name: string }

export type Access =
  | { readonly needs: 'nothing'; readonly clinic: 'none' }
  | { readonly needs: Exclude<Need, 'nothing'>; readonly clinic: ClinicRule }

/** The files that a form takes under one name. */
export interface FileField {
  readonly min: number
  readonly max: number
  /** Bytes of one file. */
  readonly bytes: number
}

/**
 * A multipart form. A field or file that is not declared is refused, and so is the first byte above
 * a limit.
 */
export interface FormShape {
  /** The text fields; a field appears at most once. */
  readonly fields: z.ZodObject
  /** Bytes of all text fields together. */
  readonly fieldBytes: number
  /** The file fields by name. */
  readonly files: Readonly<Record<string, FileField>>
  /** Bytes of all files together. */
  readonly fileBytes: number
  /** The refusals of one file or byte too many, in place of the general ones. */
  readonly refusals?: { readonly tooMany: ErrorCode; readonly tooLarge: ErrorCode }
}

export interface RouteShape {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below the API base, with `:name` for parameters. Case-insensitive. */
  readonly path: `/${string}`
  readonly summary: string
  /** The route exists only in this variant. */
  readonly variant?: Variant
  /** A service account with this right may call the route with its key. */
  readonly serviceRight?: ExchangeRight
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /**
   * Drops undeclared fields of the body instead of refusing them, for pages of an earlier version
   * that are still open after an update.
   */
  readonly ignoresUnknownFields?: true
  /** Works also in a session in which the user must set up their second factor first. */
  readonly worksBeforeSetUp?: true
  /** Called by an open page, not by its user: the session does not last longer because of it. */
  readonly keepsExpiry?: true
  /** Withdraws rights of users, keys or devices: running transfers are checked again at once. */
  readonly changesAccess?: true
  /** The body is a multipart form, whose files are stored before the handler runs. */
  readonly form?: FormShape
  /** The body is a stream of one of these media types, which the handler reads itself. */
  readonly stream?: readonly string[]
  /** The JSON of a successful response. */
  readonly response?: z.ZodType
  /** The media type of a response that is not JSON. */
  readonly produces?: string
  /** A lower limit than that of all public routes, for one address. */
  readonly callsPerMinute?: number
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
/** The text fields of a form. */
export type RouteFormFields<Definition> = Definition extends {
  readonly form: { readonly fields: infer Fields }
}
  ? OutputOf<Fields>
  : undefined
/** The names of the file fields of a form. */
export type RouteFileField<Definition> = Definition extends {
  readonly form: { readonly files: infer Files }
}
  ? keyof Files & string
  : never
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

type RequestForm<Definition, File> = Definition extends { readonly form: FormShape }
  ? {
      readonly form: {
        readonly fields: z.input<Definition['form']['fields']>
        readonly files?: {
          readonly [Name in RouteFileField<Definition>]?: readonly File[]
        }
      }
    }
  : unknown

/**
 * The params, query and body or form that a client passes. `File` is the type of a file at the
 * client: this package knows neither the browser nor Node.
 */
export type RouteRequest<Definition, File = never> = RequestPart<Definition, 'params'> &
  RequestPart<Definition, 'query'> &
  RequestPart<Definition, 'body'> &
  RequestForm<Definition, File>

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
