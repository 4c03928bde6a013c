import i18next from 'i18next'
import { toast } from '../toasts/toast-store.ts'
import { WithCode } from '../states/with-code.tsx'
import { modalCode } from './modal-code.ts'
import { modals } from './modal-store.ts'

export interface ConfirmOptions {
  readonly title: string
  readonly text: string
  readonly confirm: string
  readonly cancel?: string
  /** Deletes data: the button is red, and Enter keeps the data. */
  readonly isDestructive?: boolean
  /** Large buttons, for users with gloves. */
  readonly isLarge?: boolean
  /** Runs before the dialog closes; an error is shown inside the dialog, which stays open. */
  readonly act?: () => Promise<unknown>
  /** Aborted when the question no longer applies: the dialog closes, and the answer is no. */
  readonly closing?: AbortSignal
}

/** Shows a confirmation dialog and resolves with the answer; Escape means no. */
export const confirm = (options: ConfirmOptions): Promise<boolean> =>
  new Promise((resolve) => {
    let answered = false
    const id = modals.open({
      title: options.title,
      size: 440,
      onClose: () => resolve(answered),
      body: (
        // Modals are shown by the same code, which is therefore loaded.
        <WithCode code={modalCode} fallback={null}>
          {({ Question }) => (
            <Question
              {...options}
              onAnswer={(answer) => {
                answered = answer
                if (id !== undefined) modals.close(id)
              }}
            />
          )}
        </WithCode>
      ),
    })
    if (id === undefined) resolve(false)
    else options.closing?.addEventListener('abort', () => modals.close(id))
  })

/** Asks the user to confirm a deletion. @public */
export const confirmDelete = (options: Omit<ConfirmOptions, 'confirm' | 'isDestructive'>) =>
  confirm({ ...options, confirm: i18next.t('common:action.delete'), isDestructive: true })

/** Shows an error dialog, for failures outside of any form. */
export function showErrorDialog(text: string, title = i18next.t('common:error.title')) {
  const id = modals.open({
    title,
    summary: text,
    size: 440,
    body: (
      <WithCode code={modalCode} fallback={null}>
        {({ Message }) => (
          <Message text={text} onClose={() => id !== undefined && modals.close(id)} />
        )}
      </WithCode>
    ),
  })
  if (id === undefined) modals.showError(text)
}

/** Shows a failure once: in the frame of the topmost modal if there is one, else as a toast. */
export function showError(text: string) {
  if (!modals.showError(text)) toast.error(text)
}
