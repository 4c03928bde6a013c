import { z } from 'zod'
import { limits } from './limits.ts'
import {
  collapseWhitespace,
  countCharacters,
  emailPattern,
  hasInvisible,
  normalizeLineEnds,
  phonePattern,
} from './text.ts'

/** Control characters do not belong in a name and break DICOM, CSV and mail headers. */
// oxlint-disable-next-line no-control-regex -- the pattern is meant to find them
const controlCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/u

export const plainText = (max: number = limits.textMax, tooLong = 'field/too-long') =>
  z
    .string()
    .refine((text) => !controlCharacters.test(text), 'field/control-characters')
    .transform(collapseWhitespace)
    .pipe(z.string().max(max, tooLong))

export const requiredText = (max: number = limits.textMax, tooLong = 'field/too-long') =>
  plainText(max, tooLong).pipe(z.string().min(1, 'field/required'))

/** A number that DICOM can hold (LO, SH): a backslash would separate two values there. */
export const dicomNumber = (max: number, tooLong?: string) =>
  plainText(max, tooLong)
    .refine((text) => !text.includes('\\'), 'field/backslash')
    .refine((text) => !hasInvisible(text), 'field/invisible-characters')

export const multilineText = (max: number = limits.longTextMax) =>
  z
    .string()
    .refine((text) => !controlCharacters.test(text), 'field/control-characters')
    .transform((text) => text.trim())
    .pipe(z.string().max(max, 'field/too-long'))

/**
 * Text that a user types with a counter of the remaining characters. It is counted as the page
 * counts it, and stored with LF; spaces at the end stay, because the user may still be typing.
 */
export const countedText = (max: number) =>
  z
    .string()
    .refine((text) => !controlCharacters.test(text), 'field/control-characters')
    .transform(normalizeLineEnds)
    .pipe(z.string().refine((text) => countCharacters(text) <= max, 'field/too-long'))

export const phone = plainText().pipe(
  z.string().refine((text) => text === '' || phonePattern.test(text), 'field/phone'),
)
export const email = plainText().pipe(
  z.string().refine((text) => text === '' || emailPattern.test(text), 'field/email'),
)

/** An instant: ISO 8601 in UTC, as stored. */
export const Instant = z.iso.datetime({ offset: false, precision: 3, error: 'field/instant' })
/** An instant as a client sends it: the fraction of the second may be missing. */
export const SentInstant = z.iso
  .datetime({ offset: false, error: 'field/instant' })
  .transform((text) => new Date(text).toISOString())
/** A calendar day without a time zone, YYYY-MM-DD. */
export const Day = z.iso.date({ error: 'field/date' })
export type Instant = z.output<typeof Instant>
export type Day = z.output<typeof Day>

/** PS3.5 9.1: at most 64 digits and dots, and no component begins with a zero. */
export const Uid = z
  .string()
  .regex(/^(?:0|[1-9][0-9]*)(?:\.(?:0|[1-9][0-9]*))*$/u, 'field/uid')
  .max(64, 'field/uid')
/**
 * The UID of an object that another system has written, perhaps with leading zeros. Other characters
 * could be injected into a path or query.
 */
export const StoredUid = z
  .string()
  .regex(/^[0-9]+(?:\.[0-9]+)*$/u, 'field/uid')
  .max(64, 'field/uid')
/** PS3.5 6.2: an application entity title is at most 16 printable characters. */
export const AeTitle = plainText(16).pipe(
  z.string().regex(/^[\u0020-\u005B\u005D-\u007E]*$/u, 'field/ae-title'),
)

/** Without leading zeros: some programs read them as octal numbers. */
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/u
const hostName =
  /^(?=.{1,253}$)[\p{L}\p{N}_](?:[\p{L}\p{N}_-]*[\p{L}\p{N}_])?(?:\.[\p{L}\p{N}_](?:[\p{L}\p{N}_-]*[\p{L}\p{N}_])?)*\.?$/u
const ipv6 = /^(?=(?:.*:){2})[0-9a-f:.]{2,45}(?:%[\w.-]+)?$/iu

/** A name, or an IPv4 or IPv6 address, without protocol and port. */
const isHost = (text: string): boolean => {
  const bare = text.replace(/^\[(.*)\]$/u, '$1')
  if (bare.includes(':')) return ipv6.test(bare)
  // A name that ends with a number, also a hexadecimal one, would be read as an address.
  return (
    bare === text &&
    (/(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/iu.test(bare) ? ipv4.test(bare) : hostName.test(bare))
  )
}
export const Host = requiredText().pipe(z.string().refine(isHost, 'field/host'))

/** A value of an address that may be left empty, as in `?status=&clinicId=7`. */
export const emptyAsAbsent = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal('').transform(() => undefined), schema.optional()])
