import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { useStore } from '../../store.ts'
import { toast } from '../toasts/toast-store.ts'
import { modalCode } from './modal-code.ts'
import { modals } from './modal-store.ts'

/** Says what a modal would have said, because the code of modals could not be loaded. */
function closeUnshown() {
  const unshown = modals.store.get()
  modals.closeAll()
  for (const { summary } of unshown) toast.error(summary ?? i18next.t('errors:network'))
}

/** Renders the stack of modals. Their code is loaded with the first one, or when the page is idle. */
export function ModalHost() {
  const stack = useStore(modals.store)
  const [loaded, setLoaded] = useState(modalCode.get)
  const isWaiting = stack.length > 0 && loaded === undefined
  useEffect(() => {
    if (isWaiting) modalCode.load().then((next) => setLoaded(() => next), closeUnshown)
  }, [isWaiting])
  if (loaded === undefined) return null
  const { StackedModal } = loaded
  return stack.map((modal, index) => (
    <StackedModal key={modal.id} modal={modal} index={index} isTop={index === stack.length - 1} />
  ))
}
