import type { CaseFindingsDraft, CaseId } from '@talus/contract'
import { useEffect, useState } from 'react'
import { useSession } from '../../../api/session.ts'
import { createFindingsEditor } from './findings-editor.ts'
import type { FindingsEditor } from './findings-editor.ts'

/** Saves the texts while they are typed, and finds other tabs that write them too. */
export function useFindings(
  caseId: CaseId,
  draft: CaseFindingsDraft,
  signature: string,
): FindingsEditor {
  const { user } = useSession()
  const [editor] = useState(() => createFindingsEditor(caseId, user.id, draft, signature))
  useEffect(() => editor.start(), [editor])
  useEffect(() => editor.tabs.open(), [editor])
  useEffect(() => {
    const { isOpenInOtherTab } = editor.tabs
    // The other tab continues with what this one has written.
    return isOpenInOtherTab.subscribe(() => void (isOpenInOtherTab.get() && editor.saver.flush()))
  }, [editor])
  return editor
}
