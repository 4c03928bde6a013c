import { z } from 'zod'
import { Session } from './auth.ts'
import { ClinicDraft } from './clinic.ts'
import type { Variant } from './enumerations.ts'
import { ClinicId } from './ids.ts'
import { getSettingsSections } from './permissions.ts'
import type { Actor } from './permissions.ts'
import { defineRoute } from './route.ts'
import { UserDraft } from './user.ts'

/** The steps of the guided set-up, in their order. The first three create the first user. */
export const setUpSteps = [
  'language',
  'clinic',
  'administrator',
  'address',
  'devices',
  'email',
  'dicom-servers',
  'backup',
] as const
export type SetUpStep = (typeof setUpSteps)[number]

/** Steps that are taken before the first user can sign in. */
export const firstSetUpSteps = ['language', 'clinic', 'administrator'] as const

/** The section of the settings in which a step is carried out and found again. */
const sectionOfStep: Readonly<Partial<Record<SetUpStep, string>>> = {
  devices: 'devices',
  email: 'email',
  'dicom-servers': 'dicom-servers',
  backup: 'backup',
}

/**
 * Lists the steps that a user may carry out: those whose section of the settings they see. Only the
 * local variant has an address in the clinic's network.
 */
export function getSetUpSteps(actor: Pick<Actor, 'flags'>, variant: Variant): readonly SetUpStep[] {
  const sections: readonly string[] = getSettingsSections(actor, variant)
  return setUpSteps.filter((step) => {
    if (step === 'address') return variant === 'local'
    const section = sectionOfStep[step]
    return section === undefined || sections.includes(section)
  })
}

const setUpStates = ['done', 'open', 'skipped'] as const

export const SetUpProgress = z.object({
  steps: z.array(z.object({ name: z.enum(setUpSteps), state: z.enum(setUpStates) })),
  /** The user does not want to be reminded of the open steps. */
  isReminderHidden: z.boolean(),
})
export type SetUpProgress = z.output<typeof SetUpProgress>

/** An address at which other computers of the network may reach the server. */
export const OwnAddress = z.object({
  url: z.string(),
  /** A name works only in networks that know it. */
  kind: z.enum(['number', 'name']),
  /** The server has reached itself at this address. */
  answers: z.boolean(),
})
export type OwnAddress = z.output<typeof OwnAddress>

/** A code as a user types it, or as the link contains it. */
const code = z.string().max(64)
const ofClinic = z.object({ clinicId: ClinicId })

export const setUpRoutes = {
  state: defineRoute({
    method: 'GET',
    path: '/set-up',
    summary: 'Whether the system waits for its first user, and whether this caller needs the code',
    needs: 'nothing',
    clinic: 'none',
    response: z.object({ isOpen: z.boolean(), needsCode: z.boolean() }),
  }),
  checkCode: defineRoute({
    method: 'POST',
    path: '/set-up/code',
    summary: 'Check the code that the server has printed, before anything is entered',
    needs: 'nothing',
    clinic: 'none',
    body: z.object({ code }),
  }),
  complete: defineRoute({
    method: 'POST',
    path: '/set-up',
    summary:
      'Create the first clinic and its administrator in an empty system, once, and sign the administrator in. Needs the code, or a call from the computer of the server',
    needs: 'nothing',
    clinic: 'none',
    body: z.object({ code: code.optional(), clinicData: ClinicDraft, userData: UserDraft }),
    response: Session,
    responseHeaders: { authorization: 'Bearer and the token of the new session' },
  }),
  progress: defineRoute({
    method: 'GET',
    path: '/set-up/:clinicId',
    summary: 'The steps of the guided set-up of a clinic: done, open or skipped',
    needs: 'set-up.manage',
    clinic: { in: 'params', name: 'clinicId' },
    params: ofClinic,
    response: SetUpProgress,
  }),
  skip: defineRoute({
    method: 'PUT',
    path: '/set-up/:clinicId',
    summary: 'Skip a step of the guided set-up or take it up again; `reminder` hides the reminder',
    needs: 'set-up.manage',
    clinic: { in: 'params', name: 'clinicId' },
    params: ofClinic,
    body: z.object({ step: z.enum([...setUpSteps, 'reminder']), isSkipped: z.boolean() }),
    response: SetUpProgress,
  }),
  addresses: defineRoute({
    method: 'GET',
    path: '/set-up/address/own',
    summary: 'The addresses of this computer in its networks, and whether the server answers there',
    variant: 'local',
    needs: 'set-up.manage',
    clinic: 'none',
    response: z.object({
      computer: z.string(),
      port: z.int(),
      /** The server accepts connections of its own computer only. */
      isServerLocal: z.boolean(),
      addresses: z.array(OwnAddress),
    }),
  }),
}
