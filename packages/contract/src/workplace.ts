import { ClinicId } from './ids.ts'

/**
 * The header by which a page says where it is used: in which room, because the computer in a room
 * uses the X-ray system of that room, and for which clinic, if the user has selected another one
 * than their own. It only narrows what the user may reach anyway.
 */
export const workplaceHeader = 'talus-workplace'

export interface Workplace {
  readonly clinicId?: ClinicId | undefined
  readonly room?: string | undefined
}

const roomMax = 64

/** The value of the header, which may contain ASCII only; empty if there is nothing to say. */
export const formatWorkplace = ({ clinicId, room }: Workplace): string =>
  [
    ...(clinicId === undefined ? [] : [`clinic=${clinicId}`]),
    ...(room === undefined ? [] : [`room=${encodeURIComponent(room)}`]),
  ].join('&')

export function parseWorkplace(text: string | undefined): Workplace {
  const parts = new Map(
    (text ?? '').split('&').map((part): [string, string] => {
      const [name = '', value = ''] = part.split('=')
      return [name, value]
    }),
  )
  const room = parts.get('room')
  return {
    clinicId: ClinicId.safeParse(parts.get('clinic')).data,
    room: room === undefined ? undefined : decode(room)?.slice(0, roomMax),
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
