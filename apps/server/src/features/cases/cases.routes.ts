import { routes } from '@talus/contract'
import type { RouteFormFields } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Mount } from '../../http/mount.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import type { FormFile } from '../../http/receive-form.ts'
import type { FileStore } from '../../files/index.ts'
import { withKeptFiles } from './attachments/store-case-files.ts'
import { caseWorkRoutes } from './case-work.routes.ts'
import * as actions from './flow/actions.service.ts'
import type { CaseContext } from './flow/change-case.ts'
import * as rows from './list/case-rows.service.ts'
import * as notices from './notices/notices.service.ts'
import { listEarlierReports, saveCase } from './request/save-case.service.ts'
import * as statistics from './statistics/statistics.service.ts'
import { submitFindings } from './work/findings.service.ts'

export interface CaseDeps {
  readonly clock: Clock
  readonly files: FileStore
  /** Links in mails begin with it. */
  readonly publicUrl: string
  readonly secrets: SecretBox
  /** Sends the mails of notices without waiting for the next poll. */
  readonly wakeJobs: () => void
  /** Notifies the open pages without waiting for the next poll. */
  readonly wakePages: () => void
}

export function caseRoutes(mount: Mount, deps: CaseDeps) {
  const { clock, publicUrl, secrets, wakeJobs, wakePages } = deps
  const toContext = (call: Pick<CaseContext, 'db' | 'actor' | 'address' | 'language'>) => ({
    ...call,
    clock,
    publicUrl,
    secrets,
  })
  const wake = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await work
    wakePages()
    wakeJobs()
    return result
  }
  const { radCase } = routes

  mount(radCase.list, (call) => rows.listCases(call, call.query))
  mount(radCase.page, (call) => rows.pageCases(call, call.query))
  mount(radCase.stat, (call) => rows.countCases(call))
  mount(radCase.one, (call) => rows.readCase(call, call.params.id))
  mount(radCase.clinicName, (call) => rows.readClinicName(call, call.params.id))
  mount(radCase.ofStudy, (call) => rows.listCasesOfStudy(call, call.params.studyId))
  mount(radCase.earlierReports, (call) => listEarlierReports(call, call.params.studyId))
  mount(radCase.reportStat, (call) => statistics.listForStatistics(call, call.query))
  mount(radCase.statistics, (call) => statistics.computeStatistics(call, call.query))

  type SaveCall = Parameters<typeof toContext>[0] & {
    readonly form: {
      readonly fields: RouteFormFields<typeof radCase.save>
      readonly files: readonly FormFile[]
    }
  }
  const save = (call: SaveCall, action: 'save' | 'submit') =>
    wake(
      withKeptFiles(deps, call.form.files, (files) =>
        saveCase(toContext(call), { fields: call.form.fields, files }, action),
      ),
    )
  mount(radCase.save, (call) => save(call, 'save'))
  mount(radCase.saveCase, (call) => save(call, 'save'))
  mount(radCase.submit, (call) => save(call, 'submit'))
  mount(radCase.submitCase, (call) => save(call, 'submit'))
  mount(radCase.take, ({ form: { fields }, ...call }) =>
    wake(actions.takeCase(toContext(call), fields.caseId, fields.radiologistId)),
  )
  mount(radCase.cancel, ({ body, ...call }) =>
    wake(actions.cancelCase(toContext(call), body.caseId, body.reason)),
  )
  mount(radCase.requestMore, ({ body, ...call }) =>
    wake(actions.requestMore(toContext(call), body)),
  )
  mount(radCase.radiologistSubmit, ({ form, ...call }) =>
    wake(
      withKeptFiles(deps, form.files, (files) =>
        submitFindings(toContext(call), form.fields, files),
      ),
    ),
  )
  mount(radCase.remove, (call) => actions.deleteCase(toContext(call), call.params.id))

  mount(radCase.notices, (call) => notices.listNotices(call, call.query.limit, call.language))
  mount(radCase.unreadNotices, (call) => notices.countUnread(call, call.query))
  mount(radCase.readNotices, (call) => notices.readNotices({ ...call, clock }, call.body))
  mount(radCase.noticePreferences, (call) => notices.listPreferences(call))
  mount(radCase.saveNoticePreferences, (call) =>
    notices.savePreferences({ ...call, clock }, call.body.preferences),
  )
  caseWorkRoutes(mount, { toContext, wake })
}
