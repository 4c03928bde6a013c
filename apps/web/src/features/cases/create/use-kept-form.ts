import { useState } from 'react'
import { useSession } from '../../../api/session.ts'
import { createUuid } from '../../../random-id.ts'
import { readDraft, storeDraft } from '../../../ui/form/drafts.ts'
import { createRequestCopy } from '../shared/request-copy.ts'
import type { RequestCopy } from '../shared/request-copy.ts'
import { toKnownEdits } from './case-values.ts'
import type { CaseSource, CaseValues } from './case-values.ts'

interface KeptFiles {
  readonly files: readonly File[]
}

/**
 * Everything of an unsent form outlives the modal. Its fields and its request key also survive a
 * reload and a killed browser. The files are in memory only, and the browser asks before a reload
 * discards them; then their names are left.
 */
export function useKeptForm(source: CaseSource) {
  const { study, patient } = source
  const { user } = useSession()
  const filesKey = `case files ${String(study.id)}`
  const [copy] = useState(() => createRequestCopy(user.id, study.id))
  const [before] = useState(copy.read)
  const [key] = useState(() => before?.key ?? createUuid())
  const [files, setFiles] = useState(() => readDraft<KeptFiles>(filesKey).files ?? [])
  const [lostFiles, setLostFiles] = useState(() => omitNames(before?.fileNames ?? [], files))

  const update = (changed: Partial<RequestCopy>) => {
    const known = copy.read() ?? { edits: {}, fileNames: [], isAttempted: false }
    const next = { ...known, patientName: patient.name, key, ...changed }
    const isEmpty =
      Object.keys(next.edits).length === 0 && next.fileNames.length === 0 && !next.isAttempted
    copy.write(isEmpty ? undefined : next)
  }
  return {
    key,
    files,
    /** The names of files that were chosen before a reload. */
    lostFiles,
    changeFiles: (next: readonly File[]) => {
      const lost = omitNames(lostFiles, next)
      setFiles(next)
      setLostFiles(lost)
      storeDraft(filesKey, next.length > 0 ? { files: next } : {})
      update({ fileNames: [...next.map(({ name }) => name), ...lost] })
    },
    /** The changed fields. */
    draft: {
      read: () => toKnownEdits(copy.read()?.edits ?? {}, source),
      write: (edits: Partial<CaseValues>) => update({ edits: { ...edits } }),
    },
    noteAttempt: () => update({ isAttempted: true }),
    discard: () => {
      storeDraft(filesKey, {})
      copy.write(undefined)
    },
  }
}

const omitNames = (names: readonly string[], files: readonly File[]) =>
  names.filter((name) => !files.some((file) => file.name === name))
