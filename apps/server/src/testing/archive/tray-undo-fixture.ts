import { routes } from '@talus/contract'
import type { Instant, TrayGroup, TrayState } from '@talus/contract'
import type { Attributes } from '@talus/dicom'
import { expect } from 'vitest'
import { setUpTray } from './tray-fixture.ts'

/** An animal as a file states it. Its owner has the same family name. */
export const animal = (number: string, name = 'Ames^Ada', birthDate = '20200101'): Attributes => ({
  PatientID: number,
  PatientName: name,
  ResponsiblePerson: name.split('^')[0] ?? '',
  PatientBirthDate: birthDate,
})

export const otherAnimal = (number: string) => animal(number, 'Burns^Bob', '20180505')

/** Starts a server for the tests of a file about undone decisions of the conflict tray. */
export function setUpTrayUndo() {
  const tray = setUpTray()

  const listOf = async (number: string, state?: TrayState) =>
    (await tray.list(state)).filter(({ claim }) => claim.patientId === number)

  const listImages = async (number: string) =>
    (await tray.listImages(number)).filter(({ isDeleted }) => !isDeleted)

  async function decide(...decision: Parameters<typeof tray.decide>) {
    // Two decisions at the same moment would be one.
    tray.server.advanceClock(1000)
    const reply = await tray.decide(...decision)
    expect(reply.status).toBe(200)
    return reply.body
  }

  const undo = (
    { entryIds }: Pick<TrayGroup, 'entryIds'>,
    { decidedOn }: { readonly decidedOn: Instant },
    token = tray.tokens.admin,
  ) => tray.server.call(routes.tray.undo, { body: { entryIds, decidedOn } }, token)

  const listEvents = (action: string) =>
    tray.server.unscopedDb
      .selectFrom('auditEvent')
      .select(['action', 'subject', 'before', 'after'])
      .where('action', '=', action)
      .orderBy('id', 'desc')
      .execute()

  return { tray, listOf, listImages, decide, undo, listEvents }
}
