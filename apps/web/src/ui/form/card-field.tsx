import { Input } from '@mantine/core'
import { useId } from 'react'
import { ChoiceCards } from '../choice-cards.tsx'
import type { ChoiceCard } from '../choice-cards.tsx'
import type { FieldHost } from './use-form.ts'

interface CardFieldProps<Field extends string> {
  readonly form: FieldHost<Field>
  readonly name: Field
  readonly cards: readonly ChoiceCard[]
  readonly className?: string | undefined
  /** Where a choice changes more than its own field. */
  readonly onChoose?: (value: string) => void
}

/** One of a few, as large targets side by side. */
export function CardField<Field extends string>(props: CardFieldProps<Field>) {
  const { form, name, cards, className, onChoose } = props
  const id = useId()
  const fault = form.faultOf(name)
  const value = form.valueOf(name)
  return (
    <Input.Wrapper
      label={form.labelOf(name)}
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
