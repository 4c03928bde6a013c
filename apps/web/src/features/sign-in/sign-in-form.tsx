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
  /** Link to another page below the form. */
  readonly link: { readonly to: string; readonly text: string }
  readonly onSubmit: () => Promise<void>
  /** Alternative action if the form can no longer succeed. */
  readonly instead?: ReactNode
  readonly children: ReactNode
}

/** Common layout of the sign-in forms: a sentence, the error, the fields, a button and a link. */
export function SignInForm(props: SignInFormProps) {
  const { lead, form, submitText, link, onSubmit, instead, children } = props
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
        <Anchor component={Link} to={link.to} size="sm" ta="center" py={6}>
          {link.text}
        </Anchor>
      </Stack>
    </form>
  )
}
