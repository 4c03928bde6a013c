import { useRef, useState } from 'react'
import { caseMutations } from '../../../api/records/case.ts'
import type { SentCase } from '../../../api/records/case.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'

/** The user has stopped the upload; the form stays open with everything in it. */
export class SendingStopped extends Error {}

export interface SendingProgress {
  readonly sent: number
  readonly total: number
}

/** Sends the form with its files; the progress is known while files are being sent. */
export function useCaseSending() {
  const submit = useRecordMutation(caseMutations.submit)
  const save = useRecordMutation(caseMutations.save)
  const [progress, setProgress] = useState<SendingProgress>()
  const running = useRef<AbortController>(undefined)

  const send = async (sent: SentCase, isSubmitted: boolean) => {
    const { signal } = (running.current = new AbortController())
    const total = sent.files.reduce((sum, { size }) => sum + size, 0)
    if (total > 0) setProgress({ sent: 0, total })
    // The texts of the form are sent too.
    const onSent = (bytes: number) =>
      total > 0 && setProgress({ sent: Math.min(bytes, total), total })
    try {
      await (isSubmitted ? submit : save)({ ...sent, signal, onSent })
    } catch (error) {
      throw signal.aborted ? new SendingStopped() : error
    } finally {
      setProgress(undefined)
    }
  }
  return { send, progress, stop: () => running.current?.abort() }
}
