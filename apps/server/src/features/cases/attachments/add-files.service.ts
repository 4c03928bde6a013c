import { caseStatus, refuse } from '@talus/contract'
import type { CaseFile, CaseId, CaseStatus } from '@talus/contract'
import type { FileStore } from '../../../files/index.ts'
import type { FormFile } from '../../../http/receive-form.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import * as queries from './case-files.queries.ts'
import { keepFiles } from './keep-files.ts'
import { storeCaseFiles } from './store-case-files.ts'
import { listFiles } from './serve/case-file.service.ts'

const { draft, available, assigned, waiting } = caseStatus

interface AddedFiles {
  readonly caseId: CaseId
  readonly received: readonly FormFile[]
  /** The radiologist's cropped images are radiographs, all other files attachments. */
  readonly areRadiographs: boolean
}

/** The clinic adds files until the report; the radiologist while the case is theirs. */
function refuseWrongStatus(
  status: CaseStatus,
  { isOwn, areRadiographs }: { readonly isOwn: boolean; readonly areRadiographs: boolean },
) {
  const allowed: readonly CaseStatus[] = isOwn
    ? [assigned, waiting]
    : [draft, available, assigned, waiting]
  if (!allowed.includes(status) || (areRadiographs && !isOwn)) refuse('case/wrong-status')
}
