import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** State of a dialog that carries out a decision: an error stays in the dialog. */
export function useDecision(work: () => Promise<void>) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const act = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : t('errors:unknown'))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, error, onAct: () => void act() }
}
