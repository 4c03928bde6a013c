import { ClinicId } from './ids.ts'

/**
 * The header by which a page says where it is used: in which X-ray room, because the computer in an X-ray room
 * uses the X-ray system of that X-ray room, and for which clinic, if the user has selected another one
 * than their own. It only narrows what the user may reach anyway.
 */
export const workplaceHeader = 'talus-workplace'

export interface Workplace {
  readonly clinicId?: ClinicId | undefined
  readonly xRayRoom?: string | undefined
}

const xRayRoomMax = 64

/** The value of the header, which may contain ASCII only; empty if there is nothing to say. */
export const formatWorkplace = ({ clinicId, xRayRoom }: Workplace): string =>
  [
    ...(clinicId === undefined ? [] : [`clinic=${clinicId}`]),
    ...(xRayRoom === undefined ? [] : [`room=${encodeURIComponent(xRayRoom)}`]),
  ].join('&')

export function parseWorkplace(text: string | undefined): Workplace {
  const parts = new Map(
    (text ?? '').split('&').map((part): [string, string] => {
      const [name = '', value = ''] = part.split('=')
      return [name, value]
    }),
  )
  const xRayRoom = parts.get('room')
  return {
    clinicId: ClinicId.safeParse(parts.get('clinic')).data,
    xRayRoom: xRayRoom === undefined ? undefined : decode(xRayRoom)?.slice(0, xRayRoomMax),
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
