import type { CaseId } from '@talus/contract'
import type { MutationFunctionContext, UseMutationOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useSession } from '../../../api/session.ts'
import { createTextCopy } from './text-copy.ts'

/** The kinds whose text would be missed; the reasons of other actions are not among them. */
export const sentKinds = ['message', 'answer', 'question', 'critical', 'addendum'] as const

/** The texts of a case that a button sends, by the form in which they are typed. */
export type TypedTextKind = (typeof sentKinds)[number] | 'release' | 'cancel' | 'reopen'

const TypedText = z.object({
  text: z.string(),
  /** The reason of an addendum; empty for the other kinds. */
  reason: z.string().default(''),
})
type TypedText = z.output<typeof TypedText>

const noText: TypedText = { text: '', reason: '' }

export const createTypedTextCopy = (userId: number, caseId: CaseId, kind: TypedTextKind) =>
  createTextCopy(userId, caseId, kind, TypedText)

/**
 * A text that is kept in this browser from the first key press until it is sent or given up. A form
 * that is closed, refused or no longer allowed loses nothing.
 */
export function useTypedText(caseId: CaseId, kind: TypedTextKind) {
  const { user } = useSession()
  const [copy] = useState(() => createTypedTextCopy(user.id, caseId, kind))
  const [typed, setTyped] = useState(() => copy.read() ?? noText)
  const change = (changed: Partial<TypedText>) => {
    const next = { ...typed, ...changed }
    setTyped(next)
    copy.write(next.text === '' && next.reason === '' ? undefined : next)
  }
  return {
    ...typed,
    change,
    /**
     * Removes the copy as soon as the server has the text: the page shows the changed case before
     * the mutation ends, and would call the text unsent.
     */
    sendWith: <Saved, Request>(
      options: UseMutationOptions<Saved, Error, Request>,
      onSaved?: () => void,
    ) => ({
      ...options,
      mutationFn: async (request: Request, context: MutationFunctionContext) => {
        if (!options.mutationFn) throw new Error('The mutation has no function.')
        const saved = await options.mutationFn(request, context)
        copy.write(undefined)
        onSaved?.()
        return saved
      },
    }),
  }
}
