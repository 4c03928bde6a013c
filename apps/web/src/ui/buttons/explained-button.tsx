import { Button, VisuallyHidden } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import i18next from 'i18next'
import { useId } from 'react'
import type { ComponentPropsWithoutRef, MouseEvent, Ref } from 'react'

interface ExplainedButtonProps
  extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  readonly ref?: Ref<HTMLButtonElement>
  /** The reason why the button is disabled; without it the button is enabled. */
  readonly reason?: string | undefined
  /** Called when the disabled button is pressed, for example to focus the invalid field. */
  readonly onBlockedPress?: ((button: HTMLButtonElement) => void) | undefined
  /** The reason is already visible beside the button, so it is not shown as a tooltip. */
  readonly isReasonVisible?: boolean
}

/**
 * A button that shows why it is disabled. It stays in the tab order (`aria-disabled`), because a
 * `disabled` button cannot be focused to read its reason.
 */
export function ExplainedButton(props: ExplainedButtonProps) {
  const { reason, onBlockedPress, onClick, isReasonVisible, ...button } = props
  const id = useId()
  const handleBlockedPress = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    onBlockedPress?.(event.currentTarget)
  }
  // The same element in both states, so that it keeps the focus.
  return (
    <>
      <Button
        {...button}
        {...(reason === undefined
          ? { onClick: createClickHandler(onClick, button.type) }
          : {
              onClick: handleBlockedPress,
              'data-disabled': true,
              ...(!isReasonVisible && { 'data-hint': reason }),
              'aria-disabled': true,
              'aria-describedby': id,
            })}
      />
      {reason === undefined ? null : <VisuallyHidden id={id}>{reason}</VisuallyHidden>}
    </>
  )
}

/**
 * Returns the click handler of a button. A button without a handler throws, so that the dialog of
 * uncaught errors and the error report show it, instead of silently doing nothing.
 */
export function createClickHandler<Handler>(
  onClick: Handler | undefined,
  type: string | undefined,
) {
  if (onClick !== undefined || type === 'submit' || type === 'reset') return onClick
  return () => {
    throw new Error(i18next.t('errors:missingClick'))
  }
}
