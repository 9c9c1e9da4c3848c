import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { localToday } from '@check-requests/domain/values/calendar-date.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useCheckRequest } from '#check-requests/api.ts'
import { useEditCheckRequest } from '#check-requests/changes.ts'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import { RequestForm } from '#check-requests/form/request-form.tsx'
import { valuesOf } from '#check-requests/form/request-form-values.ts'
import { type FormChoices, useGoBack, useRequestForm } from '#check-requests/form/use-request-form.ts'
import { labelWithAmount } from '#check-requests/status/transition-labels.ts'
import { useFormDocuments } from '#documents/attachments/use-uploads.ts'
import { checkRequestPath } from '#paths.ts'
import { Field, Input } from '#ui/form/field.tsx'

interface UpdateRequestFormProps {
  choices: FormChoices
  /** The request as of when editing began. */
  request: DetailedRequest
}

/** Edits and resubmits a sent-back request (R078, R175, A14). */
export function UpdateRequestForm({ choices, request }: UpdateRequestFormProps) {
  const person = usePerson()
  const navigate = useNavigate()
  const path = checkRequestPath(request.id)
  const goBack = useGoBack(path)
  const current = useCheckRequest(request.id)
  const [version] = useState(() => new OwnVersion(request.version))
  const [initial] = useState(() => valuesOf(request))
  const [earliestDue] = useState(() => earlier(localToday(new Date()), request.due_date))
  const { form, chosen, places, level } = useRequestForm({ person, choices, initial, earliestDue })
  const amount = useWatch({ control: form.control, name: 'amount' })
  const update = useEditCheckRequest({
    onSuccess: () => void navigate({ to: path, replace: true, ignoreBlocker: true }),
    async onError({ status }) {
      if (status !== 409) return
      // The user has been told about the changes, so the next attempt replaces the current version.
      const { data } = await current.refetch()
      if (data) version.see(data.version)
    },
  })
  const owner = { request: request.id }
  const documents = useFormDocuments({
    owner,
    destination: async () => owner,
    onChanged: ({ request_version }) => version.made(request_version ?? 0),
  })
  return (
    <RequestForm
      form={form}
      choices={choices}
      places={places}
      chosen={chosen}
      level={level}
      earliestDue={earliestDue}
      groupFixed
      of={request.id}
      documents={documents}
      isChanged={documents.isSending}
      submitLabel={labelWithAmount('request', Number(amount) || 0)}
      saving={update.isPending}
      failure={update.error}
      onSubmit={(body) => update.mutate({ params: { id: request.id }, body: { ...body, version: version.current } })}
      onCancel={goBack}
    >
      {choices.requesters && (
        <Field label={fieldLabels.requester_id} className="sm:col-span-2">
          <Input value={request.requester_name} readOnly />
        </Field>
      )}
    </RequestForm>
  )
}

function earlier(one: string, other: string): string {
  return one < other ? one : other
}

/** The version of the edited request, advanced only by the user's own changes. */
export class OwnVersion {
  #version: number
  readonly #own = new Set<number>()

  constructor(version: number) {
    this.#version = version
  }

  get current(): number {
    return this.#version
  }

  /** Called when the user has seen this version. */
  see(version: number): void {
    this.#version = version
    this.#follow()
  }

  /** Called when the user's own change created this version. Responses can arrive out of order. */
  made(version: number): void {
    this.#own.add(version)
    this.#follow()
  }

  #follow(): void {
    while (this.#own.has(this.#version + 1)) this.#version += 1
  }
}
