import { Input } from '@mantine/core'
import { useId } from 'react'
import { ChoiceCards } from '../inputs/choice-cards.tsx'
import type { ChoiceCard } from '../inputs/choice-cards.tsx'
import type { FieldHost } from './use-form.ts'

interface CardFieldProps<Field extends string> {
  readonly form: FieldHost<Field>
  readonly name: Field
  readonly cards: readonly ChoiceCard[]
  readonly className?: string | undefined
  /** Replaces the default handler if a choice changes more than its own field. */
  readonly onChoose?: (value: string) => void
}

/** A form field with a choice between a few large cards in a row. */
export function CardField<Field extends string>(props: CardFieldProps<Field>) {
  const { form, name, cards, className, onChoose } = props
  const id = useId()
  const fault = form.getFault(name)
  const value = form.getValue(name)
  return (
    <Input.Wrapper
      label={form.getLabel(name)}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      required={form.isRequired(name)}
      error={fault}
      errorProps={{ id: `${id}-error` }}
      className={className ?? ''}
    >
      <ChoiceCards
        isRow
        name={name}
        cards={cards}
        labelledBy={`${id}-label`}
        describedBy={fault === undefined ? undefined : `${id}-error`}
        value={typeof value === 'string' ? value : undefined}
        onChoose={(next) => (onChoose ? onChoose(next) : form.setValue(name, next))}
        onBlur={() => form.touch(name)}
        isRequired={form.isRequired(name)}
        isInvalid={fault !== undefined}
      />
    </Input.Wrapper>
  )
}
