import { routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Mount } from '../../http/mount.ts'
import type { SensorUses } from '../devices/index.ts'
import {
  compareOwnerAndLinks,
  comparePatientsAndLinks,
  compareStudyAndLinks,
} from './compared-links.service.ts'
import { compareOwners, mergeOwners } from './merge-owners.service.ts'
import { mergePatients } from './merge-patients.service.ts'
import { movePatient, moveStudy } from './move.service.ts'
import { forgetNumber, listOtherNumbers } from './other-numbers.service.ts'
import { listHistory, undo } from './reassign.service.ts'

export interface ReassignDeps {
  readonly clock: Clock
  readonly sensorUses: SensorUses
}

export function reassignRoutes(mount: Mount, { clock, sensorUses }: ReassignDeps) {
  const more = { clock, sensorUses }
  mount(routes.reassign.comparePatients, ({ db, query }) =>
    comparePatientsAndLinks(db, query, clock()),
  )
  mount(routes.reassign.mergePatients, ({ body, ...call }) =>
    mergePatients({ ...call, ...more }, body),
  )
  mount(routes.reassign.compareOwners, ({ db, query }) => compareOwners(db, query))
  mount(routes.reassign.mergeOwners, ({ body, ...call }) => mergeOwners({ ...call, ...more }, body))
  mount(routes.reassign.compareStudy, ({ db, query }) => compareStudyAndLinks(db, query, clock()))
  mount(routes.reassign.moveStudy, ({ body, ...call }) => moveStudy({ ...call, ...more }, body))
  mount(routes.reassign.compareOwnerOfPatient, ({ db, query }) =>
    compareOwnerAndLinks(db, query, clock()),
  )
  mount(routes.reassign.movePatient, ({ body, ...call }) => movePatient({ ...call, ...more }, body))
  mount(routes.reassign.otherNumbers, ({ db, query }) => listOtherNumbers(db, query.patientId))
  mount(routes.reassign.forgetNumber, ({ body, ...call }) => forgetNumber({ ...call, clock }, body))
  mount(routes.reassign.history, async ({ db, query }) => [...(await listHistory(db, query))])
  mount(routes.reassign.undo, ({ params, ...call }) => undo({ ...call, ...more }, params.id))
}
