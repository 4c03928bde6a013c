import { getSetUpSteps } from '@talus/contract'
import type { Actor, ClinicId, SetUpProgress, SetUpStep, Variant } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { hasBackupPlan } from '../backups/index.ts'
import { describeLinkAddress } from '../sharing/index.ts'
import * as steps from './set-up-steps.queries.ts'

export interface ProgressDeps {
  readonly clock: () => Date
  readonly variant: Variant
  readonly publicUrl: string
  readonly basePath: string
  readonly host: string
  readonly port: number
}

interface Progress {
  readonly db: ClinicDb
  readonly clinicId: ClinicId
  readonly actor: Actor
}

const reminder = 'reminder'

/** Whether a step is done, from the records that it creates: no flag could contradict them. */
const checks: Readonly<
  Partial<Record<SetUpStep, (deps: ProgressDeps, progress: Progress) => Promise<boolean>>>
> = {
  language: async (_deps, { db }) => steps.hasClinic(db),
  clinic: async (_deps, { db }) => steps.hasClinic(db),
  administrator: async (_deps, { db }) => steps.hasAdministrator(db),
  address: async (deps, { db, clinicId }) => {
    const { isLocal, isServerLocal } = await describeLinkAddress(db, clinicId, deps)
    return !isLocal && !isServerLocal
  },
  devices: async (_deps, { db }) => steps.hasSensor(db),
  email: async (_deps, { db }) => steps.hasMailbox(db),
  'dicom-servers': async (_deps, { db }) => steps.hasDicomPeer(db),
  backup: async (_deps, { db }) => hasBackupPlan(db.unscopedDb),
}

/** The steps that the actor may carry out, with their state. */
export async function describeProgress(
  deps: ProgressDeps,
  progress: Progress,
): Promise<SetUpProgress> {
  const skipped = await steps.listSkipped(progress.db)
  return {
    steps: await Promise.all(
      getSetUpSteps(progress.actor, deps.variant).map(async (name) => {
        const isDone = (await checks[name]?.(deps, progress)) ?? false
        if (isDone) return { name, state: 'done' as const }
        return { name, state: skipped.has(name) ? ('skipped' as const) : ('open' as const) }
      }),
    ),
    isReminderHidden: skipped.has(reminder),
  }
}

export async function skip(
  deps: ProgressDeps,
  progress: Progress,
  { step, isSkipped }: { readonly step: string; readonly isSkipped: boolean },
): Promise<SetUpProgress> {
  const { db, clinicId } = progress
  await (isSkipped ? steps.addSkipped(db, clinicId, step) : steps.removeSkipped(db, step))
  return describeProgress(deps, progress)
}
