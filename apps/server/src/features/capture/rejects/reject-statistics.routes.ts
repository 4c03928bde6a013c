import { routes } from '@talus/contract'
import { formatAttachmentHeader } from '../../../http/attachment.ts'
import type { Mount, MountRaw } from '../../../http/mount.ts'
import { createRejectStatisticsCsv } from './reject-statistics-csv.ts'
import { computeRejectStatistics } from './reject-statistics.service.ts'

export function rejectStatisticsRoutes(mount: Mount, mountRaw: MountRaw) {
  mount(routes.image.rejectStatistics, ({ db, params }) => computeRejectStatistics(db, params))
  mountRaw(routes.image.rejectStatisticsCsv, async ({ db, params, language }, reply) => {
    const { fileName, csv } = await createRejectStatisticsCsv(db, params, language)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', formatAttachmentHeader(fileName))
      .send(csv)
  })
}
