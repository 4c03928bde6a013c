import { caseStatus, refuse } from '@talus/contract'
import type { CaseFile, CaseId, CaseStatus, Language } from '@talus/contract'
import type { FileStore } from '../../../files/index.ts'
import type { FormFile } from '../../../http/receive-form.ts'
import { getTranslator } from '../../../http/translations.ts'
import type { ChangeContext } from '../../audit/index.ts'
import * as queries from './case-files.queries.ts'
import { listFiles } from './serve/case-file.service.ts'
import { storeCaseFiles, withKeptFiles } from './store-case-files.ts'

const { draft, available, assigned, waiting } = caseStatus

type AddContext = ChangeContext & { readonly language: Language }

interface AddedFiles {
  readonly caseId: CaseId
  readonly received: readonly FormFile[]
  /** The radiologist's cropped images are radiographs, all other files attachments. */
  readonly areRadiographs: boolean
}

type FoundCase = NonNullable<Awaited<ReturnType<typeof queries.findCase>>>

/** The clinic adds files until the report; the radiologist while the case is theirs. */
function refuseChange(
  { status, radiologistId }: FoundCase,
  { actor, language }: AddContext,
  isCrop: boolean,
) {
  const isOwn = radiologistId === actor.id
  const allowed: readonly CaseStatus[] =
    isOwn || isCrop ? [assigned, waiting] : [draft, available, assigned, waiting]
  if (!allowed.includes(status))
    refuse('case/wrong-status', {
      values: { status: getTranslator(language)(`entities:caseStatus.${status}`) },
    })
  if (isCrop && !isOwn) refuse('record/not-found')
}

/** Adds files to a case; of two servers or requests each adds its own. */
export async function addFiles(
  files: FileStore,
  change: AddContext,
  { caseId, received, areRadiographs }: AddedFiles,
): Promise<CaseFile[]> {
  const find = async (db: ChangeContext['db']) =>
    (await queries.findCase(db, caseId)) ?? refuse('record/not-found')
  const found = await find(change.db)
  refuseChange(found, change, areRadiographs)
  const ids = await withKeptFiles({ ...change, files }, received, (kept) =>
    change.db.transaction(async (db) => {
      // The case may have been given away or finished while the files arrived.
      const present = await find(db)
      refuseChange(present, change, areRadiographs)
      return storeCaseFiles({ ...change, db }, present, kept, { isFromReceiver: areRadiographs })
    }),
  )
  const added = new Set(ids)
  return (await listFiles(change.db, caseId)).filter(({ id }) => added.has(id))
}
