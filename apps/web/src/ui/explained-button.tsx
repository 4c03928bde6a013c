import { Button, VisuallyHidden } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import { useId } from 'react'
import type { ComponentPropsWithoutRef, MouseEvent, Ref } from 'react'
import { pressOf } from './press.ts'

interface ExplainedButtonProps
  extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  readonly ref?: Ref<HTMLButtonElement>
  /** Why the button does nothing now; without it the button works. */
  readonly reason?: string | undefined
  /** What a press does all the same, such as showing where the reason lies. */
  readonly onRefused?: ((button: HTMLButtonElement) => void) | undefined
  /** The reason stands beside the button already: it is read out, not shown once more. */
  readonly isTold?: boolean
}

/**
 * A button that says why it is disabled. It stays in the tab order (`aria-disabled`), because a
 * `disabled` one cannot be reached to learn its reason.
 */
export function ExplainedButton(props: ExplainedButtonProps) {
  const { reason, onRefused, onClick, isTold, ...button } = props
  const id = useId()
  const refuse = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    onRefused?.(event.currentTarget)
  }
  // One button in both states: a new element would lose the focus that is on it.
  return (
    <>
      <Button
        {...button}
        {...(reason === undefined
          ? { onClick: pressOf(onClick, button.type) }
          : {
              onClick: refuse,
              'data-disabled': true,
              ...(!isTold && { 'data-hint': reason }),
              'aria-disabled': true,
              'aria-describedby': id,
            })}
      />
      {reason === undefined ? null : <VisuallyHidden id={id}>{reason}</VisuallyHidden>}
    </>
  )
}
