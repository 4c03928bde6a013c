import type { ComponentType } from 'react'
import { AnnotationForm } from './annotation/annotation-form.tsx'
import { DownloadForm } from './download/download-form.tsx'
import { DumpForm } from './dump/dump-form.tsx'
import { EmailForm } from './email/email-form.tsx'
import type { FormProps, ImageForm } from './image-forms.ts'
import { SendForm } from './send/send-form.tsx'

interface FormEntry {
  readonly Form: ComponentType<FormProps>
  readonly size: number
}

export const forms: Readonly<Record<ImageForm, FormEntry>> = {
  email: { Form: EmailForm, size: 1000 },
  send: { Form: SendForm, size: 920 },
  download: { Form: DownloadForm, size: 820 },
  annotations: { Form: AnnotationForm, size: 920 },
  dump: { Form: DumpForm, size: 1180 },
}
