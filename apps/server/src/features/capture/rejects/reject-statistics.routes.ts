import { routes } from '@talus/contract'
import { attachment } from '../../../http/attachment.ts'
import type { Mount, MountRaw } from '../../../http/mount.ts'
import { rejectStatisticsCsv } from './reject-statistics-csv.ts'
import { rejectStatistics } from './reject-statistics.service.ts'

export function rejectStatisticsRoutes(mount: Mount, mountRaw: MountRaw) {
  mount(routes.image.rejectStatistics, ({ db, params }) => rejectStatistics(db, params))
  mountRaw(routes.image.rejectStatisticsCsv, async ({ db, params, language }, reply) => {
    const { fileName, csv } = await rejectStatisticsCsv(db, params, language)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', attachment(fileName))
      .send(csv)
  })
}
