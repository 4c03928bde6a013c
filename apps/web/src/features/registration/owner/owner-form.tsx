import { limits, OwnerDraft } from '@talus/contract'
import type { ClinicId, Owner, OwnerId, OwnerSuggestion } from '@talus/contract'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { ownerMutations } from '../../../api/records/owner.ts'
import { TextField } from '../../../ui/form/fields.tsx'
import { FormFrame, FormGroup } from '../../../ui/form/form-frame.tsx'
import { findSchemaFaults } from '../../../ui/form/schema-faults.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { KnownOwnerNote } from './known-owner-note.tsx'
import { RemoveButton } from '../remove-button.tsx'
import { toOwnerDraft } from './typed-owner.ts'
import { useKnownOwner } from './use-known-owner.ts'
import styles from '../forms.module.css'

interface OwnerFormProps {
  readonly clinicId: ClinicId
  /** Undefined for a new owner. */
  readonly owner?: Owner | undefined
  /** Search text without a match; it pre-fills the form. */
  readonly typed?: string
  /** Merge and history of an existing owner. */
  readonly menu?: ReactNode
  readonly onSaved: (owner: Owner) => void
  readonly onUse: (owner: OwnerSuggestion) => void
  readonly onRemoved: () => void
  readonly onCancel: () => void
}

const maxLengths: Partial<Record<string, number>> = {
  name: limits.ownerNameMax,
  address: limits.ownerAddressMax,
}

export function OwnerForm({ clinicId, owner, typed = '', menu, ...then }: OwnerFormProps) {
  const { t } = useTranslation()
  const createOwner = useRecordMutation(ownerMutations.create)
  const updateOwner = useRecordMutation(ownerMutations.update)
  const initial = owner ?? toOwnerDraft(typed)
  const [sharedWith, setSharedWith] = useState<OwnerId>()
  const form = useForm({
    initial: {
      name: initial.name ?? '',
      phone: initial.phone ?? '',
      email: initial.email ?? '',
      address: owner?.address ?? '',
    },
    labels: {
      name: t('registration:owner.name'),
      phone: t('registration:owner.phone'),
      email: t('registration:owner.email'),
      address: t('registration:owner.address'),
    },
    required: ['name'],
    isNew: owner === undefined,
    draft: owner ? `owner-${owner.id}` : `new-owner-of-${clinicId}-${typed}`,
    check: (values) => findSchemaFaults(OwnerDraft, values),
    save: async (values) => {
      const saved = owner
        ? await updateOwner({ body: { ...values, sharesContact: isShared, id: owner.id } })
        : await createOwner({ body: { ...values, sharesContact: isShared, clinicId } })
      toast.done(t('common:form.saved'))
      then.onSaved(saved)
    },
  })
  const found = useKnownOwner(clinicId, owner?.id, form.values)
  // An owner who shares a number already is not asked about it again.
  const known = found && owner?.[found.by] === form.values[found.by] ? undefined : found
  const isShared = known !== undefined && known.owner.id === sharedWith
  /** A value that is too long is marked at once, not when the user leaves the field. */
  const eagerForm = {
    ...form,
    setValue: (field: keyof typeof form.values, value: string | boolean) => {
      form.setValue(field, value)
      const max = maxLengths[field]
      if (max !== undefined && String(value).trim().length > max) form.touch(field)
    },
  }
  const isNamed = initial.name !== undefined && initial.name !== ''
  return (
    <div className={styles.gloves}>
      <FormFrame
        form={form}
        label={t('registration:owner.form')}
        saveLabel={t('common:action.save')}
        onCancel={then.onCancel}
        actions={
          owner ? (
            <>
              {menu}
              <RemoveButton
                kind="owner"
                name={owner.name}
                remove={() => updateOwner({ body: { ...owner, status: 'Inactive' } })}
                onRemoved={() => {
                  form.reset()
                  then.onRemoved()
                }}
              />
            </>
          ) : null
        }
      >
        {known ? (
          <KnownOwnerNote
            known={known}
            isShared={isShared}
            onShared={(isOther) => setSharedWith(isOther ? known.owner.id : undefined)}
            onUse={(other) => {
              form.reset()
              then.onUse(other)
            }}
          />
        ) : null}
        <FormGroup>
          <TextField form={eagerForm} name="name" isFirst={!isNamed || owner !== undefined} />
          <TextField
            form={eagerForm}
            name="phone"
            type="tel"
            isFirst={isNamed && owner === undefined}
          />
          <TextField form={eagerForm} name="email" type="email" />
          <TextField form={eagerForm} name="address" />
        </FormGroup>
      </FormFrame>
    </div>
  )
}
