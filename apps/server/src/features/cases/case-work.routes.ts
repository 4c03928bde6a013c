import { routes } from '@talus/contract'
import type { Mount } from '../../http/mount.ts'
import * as critical from './critical/critical.service.ts'
import * as actions from './flow/actions.service.ts'
import type { CaseContext } from './flow/change-case.ts'
import * as findings from './work/findings.service.ts'
import * as work from './work/work.service.ts'

interface WorkDeps {
  readonly toContext: (
    call: Pick<CaseContext, 'db' | 'actor' | 'address' | 'language'>,
  ) => CaseContext
  /** Sends the mails that the work has queued, and notifies open pages. */
  readonly wake: <Result>(work: Promise<Result>) => Promise<Result>
}

/** The routes of a single case beyond those of the specification. */
export function caseWorkRoutes(mount: Mount, { toContext, wake }: WorkDeps) {
  const { radCase } = routes
  mount(radCase.release, ({ params, body, ...call }) =>
    wake(actions.releaseCase(toContext(call), params.id, body.reason)),
  )
  mount(radCase.assign, ({ params, body, ...call }) =>
    wake(actions.assignCase(toContext(call), params.id, body.radiologistId)),
  )
  mount(radCase.reopen, ({ params, body, ...call }) =>
    wake(actions.reopenCase(toContext(call), params.id, body.reason)),
  )
  mount(radCase.markAsTest, ({ params, body, ...call }) =>
    actions.markAsTest(toContext(call), params.id, body.isTest),
  )
  mount(radCase.draft, (call) => findings.readDraft(call, call.params.id))
  mount(radCase.saveDraft, ({ params, body, ...call }) =>
    findings.saveDraft(toContext(call), params.id, body),
  )
  mount(radCase.addAddendum, ({ params, body, ...call }) =>
    wake(findings.addAddendum(toContext(call), params.id, body)),
  )
  mount(radCase.versions, (call) => work.listReportVersions(call, call.params.id))
  mount(radCase.thread, (call) => work.listThread(call, call.params.id))
  mount(radCase.writeMessage, ({ params, body, ...call }) =>
    wake(work.writeMessage(toContext(call), params.id, body.text)),
  )
  mount(radCase.history, (call) => work.listHistory(call, call.params.id))
  mount(radCase.loss, (call) => work.findLoss(call, call.params.id))
  mount(radCase.reportCritical, ({ params, body, ...call }) =>
    wake(critical.reportCritical(toContext(call), params.id, body.text)),
  )
  mount(radCase.acknowledge, ({ params, ...call }) =>
    wake(critical.acknowledge(toContext(call), params.id, params.findingId)),
  )
  mount(radCase.unacknowledged, (call) => critical.listOpenFindings(call))
  mount(radCase.feedback, (call) => work.listFeedback(call, call.params.id))
  mount(radCase.feedbackOfStudy, (call) => work.listFeedbackOfStudy(call, call.params.studyId))
  mount(radCase.rateImage, ({ params, body, ...call }) =>
    work.rateImage(toContext(call), { caseId: params.id, imageId: params.imageId }, body.faults),
  )
  mount(radCase.addImages, ({ params, body, ...call }) =>
    work.addImages(toContext(call), params.id, body.imageIds),
  )
  mount(radCase.openPage, (call) => work.openPage(toContext(call), call.params.id))
  mount(radCase.closePage, (call) => work.closePage(toContext(call), call.params.id))
}
