import { Anchor, Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ErrorNote } from '../../ui/states/error-note.tsx'
import { Lead } from './sign-in-frame.tsx'
import type { FormState } from './sign-in.rules.ts'

interface SignInFormProps {
  readonly lead: string
  readonly form: FormState
  readonly submitText: string
  /** Where else one may want to go from here. */
  readonly way: { readonly to: string; readonly text: string }
  readonly onSubmit: () => Promise<void>
  /** What helps where the form itself no longer can. */
  readonly instead?: ReactNode
  readonly children: ReactNode
}

/** What the forms of a sign-in share: one sentence, what went wrong, the fields, one button, a way out. */
export function SignInForm(props: SignInFormProps) {
  const { lead, form, submitText, way, onSubmit, instead, children } = props
  const isLoading = form.state === 'loading'
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isLoading) void onSubmit()
      }}
    >
      <Lead text={lead} />
      {form.state === 'error' ? <ErrorNote text={form.text} /> : null}
      <Stack gap="md">
        {children}
        <Button type="submit" size="md" fullWidth loading={isLoading}>
          {submitText}
        </Button>
        {instead}
        <Anchor component={Link} to={way.to} size="sm" ta="center" py={6}>
          {way.text}
        </Anchor>
      </Stack>
    </form>
  )
}
