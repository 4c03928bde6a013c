import { refuse } from '@talus/contract'
import type { OwnerId, OwnerMergeField, RouteBody, routes } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { refuseUnusable } from '../patients/index.ts'
import * as cards from './cards.queries.ts'
import type { FoundOwner } from './cards.queries.ts'
import { reassign } from './reassign.service.ts'
import type { Plan, ReassignContext } from './reassign.service.ts'

/** The two records of an owner, if they may be merged. */
export async function compareOwners(
  db: ClinicDb,
  { keepId, mergeId }: { readonly keepId: OwnerId; readonly mergeId: OwnerId },
) {
  const keep = await cards.loadOwnerCard(db, keepId)
  const merge = await cards.loadOwnerCard(db, mergeId)
  if (keep.clinicId !== merge.clinicId) refuse('record/not-found')
  if (keepId === mergeId) refuse('reassign/same-record')
  for (const { row } of [keep, merge]) refuseUnusable(row)
  return { keep, merge, revision: cards.createRevision(keep, merge) }
}

const pickColumns = ({
  name,
  search,
  nameGroups,
  address,
  phone,
  email,
  phoneKey,
  emailKey,
}: FoundOwner) => ({
  name,
  search,
  nameGroups,
  address,
  phone,
  email,
  phoneKey,
  emailKey,
})

function mergeColumns(
  keep: FoundOwner,
  merge: FoundOwner,
  take: ReadonlySet<OwnerMergeField>,
): ReturnType<typeof pickColumns> {
  const from = (field: OwnerMergeField) => (take.has(field) ? merge : keep)
  return {
    name: from('name').name,
    search: from('name').search,
    nameGroups: from('name').nameGroups,
    address: from('address').address,
    phone: from('phone').phone,
    phoneKey: from('phone').phoneKey,
    email: from('email').email,
    emailKey: from('email').emailKey,
  }
}

async function planMerge(
  db: ClinicDb,
  body: RouteBody<typeof routes.reassign.mergeOwners>,
): Promise<Plan> {
  const { keep, merge, revision } = await compareOwners(db, body)
  if (revision !== body.revision) refuse('record/changed-meanwhile')
  const after = mergeColumns(keep.row, merge.row, new Set(body.take))
  const moved = await cards.listPatients(db, merge.id)
  const others = await cards.listPatients(db, keep.id)
  const studies = await cards.listStudies(
    db,
    [...moved, ...others].map(({ id }) => id),
  )
  return {
    kind: 'merge-owners',
    clinicId: keep.clinicId,
    subject: merge.name,
    target: keep.name,
    ownerId: keep.id,
    otherOwnerId: merge.id,
    records: [
      // First, because two active owners cannot have the same phone number.
      {
        table: 'owner',
        id: merge.id,
        before: { status: 'Active', mergedIntoId: null },
        after: { status: 'Inactive', mergedIntoId: keep.id },
      },
      { table: 'owner', id: keep.id, before: pickColumns(keep.row), after },
      ...moved.map(({ id }) => ({
        table: 'patient' as const,
        id,
        before: { ownerId: merge.id },
        after: { ownerId: keep.id },
      })),
    ],
    affectedStudyIds: studies.map(({ id }) => id),
    movedStudyIds: [],
  }
}

export const mergeOwners = (
  change: ReassignContext,
  body: RouteBody<typeof routes.reassign.mergeOwners>,
) =>
  reassign(
    change,
    async (db) => (await compareOwners(db, body)).keep.clinicId,
    (db) => planMerge(db, body),
  )
