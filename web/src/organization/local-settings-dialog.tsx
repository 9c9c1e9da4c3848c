import { weekdays } from '@check-requests/domain/organization/calendar.ts'
import { organizationEndpoints as endpoints } from '@check-requests/domain/organization/endpoints.ts'
import type { DealerGroup } from '@check-requests/domain/organization/fields.ts'
import {
  type HoursOfDay,
  type LocalSettings,
  localSettingsBody,
  longestMailText,
} from '@check-requests/domain/organization/local-settings.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { HolidaysEditor, noHoliday } from '#organization/holidays-editor.tsx'
import { TimeZoneSelect } from '#organization/place-inputs.tsx'
import { localSettingsNotices } from '#organization/write-notices.ts'
import { useApi } from '#platform/api-context.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { read } from '#platform/query-client.ts'
import { changedFields, useStoredRow } from '#platform/stored-row.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { FormDialog, FormDialogFooter, UnloadedDialog } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

type Values = z.input<typeof localSettingsBody>
type LocalSettingsForm = UseFormReturn<Values, unknown, z.output<typeof localSettingsBody>>

function valuesOf({ time_zone, business_weekdays, business_hours = [], holidays, mail_text }: LocalSettings): Values {
  return { time_zone, business_weekdays, business_hours, holidays, mail_text: mail_text ?? '' }
}

const zoneHint =
  'Daily summaries are sent at 8 AM in this time zone, which also determines when a business day begins and ends.'
const hoursHint = 'Approval policies use these hours to time reminders and escalation.'
const weekdaysHint = 'Reminders count only these days, not holidays.'
const mailHint = `Added to the end of every email from this dealer group, such as whom to call. Enter at most ${longestMailText} characters.`

/** Changes the settings managed by a dealer group's own admins. */
export function LocalSettingsDialog({ subject: group, ...dialog }: DialogFor<DealerGroup>) {
  const queryFn = read(useApi(), endpoints.localSettings, { params: { id: group.id } })
  const query = useQuery({ queryKey: ['organisation', 'local-settings', group.id], queryFn, staleTime: 0 })
  const failure = useLoadFailure(query)
  const title = `Time, Calendar, and Emails for ${markHidden(group.name)}`
  if (query.data && query.isFetchedAfterMount)
    return <Loaded {...dialog} title={title} query={query} opened={query.data} />
  return <UnloadedDialog {...dialog} title={title} {...failure} />
}

interface LoadedProps extends Omit<DialogFor<DealerGroup>, 'subject'> {
  title: string
  query: UseQueryResult<LocalSettings>
  opened: LocalSettings
}

function Loaded({ title, query, opened, open, onOpenChange }: LoadedProps) {
  const form: LocalSettingsForm = useZodForm(localSettingsBody, valuesOf(opened))
  const list = { refetch: async () => ({ data: [(await query.refetch()).data].filter((row) => row !== undefined) }) }
  const { row, readAgain } = useStoredRow(form, opened, valuesOf, list)
  const [draft, setDraft] = useState(noHoliday)
  const [refusal, refuse] = useState<string>()
  const update = useWriteWithNotices(endpoints.updateLocalSettings, localSettingsNotices, {
    onSuccess: () => onOpenChange(false),
    onError: (failure) => {
      showServerErrors(form, failure.fields)
      void readAgain(failure)
    },
  })
  function save(values: z.output<typeof localSettingsBody>) {
    const { id, version, ...stored } = row ?? opened
    if (draft.date || draft.name) return refuse('Add this holiday first, or clear its date and name.')
    const before = { ...stored, business_hours: stored.business_hours ?? [] }
    update.mutate({ params: { id }, body: { ...changedFields(before, values), version } })
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      size="md"
      dirty={(form.formState.isDirty || draft !== noHoliday) && !update.isSuccess}
    >
      <Form form={form} onSubmit={save} className="grid grid-cols-1 gap-5">
        <FormField form={form} name="time_zone" label="Time Zone" required hint={zoneHint}>
          {(field) => <TimeZoneSelect {...field} onChange={(zone) => field.onChange(zone ?? '')} />}
        </FormField>
        <BusinessDays form={form} />
        <FormField form={form} name="business_hours" label="Business Hours" group hint={hoursHint}>
          {({ value, onChange }) => (
            <BusinessHoursEditor
              weekdays={form.watch('business_weekdays')}
              hours={value ?? []}
              onChange={onChange}
              refusal={hoursRefusal(form)}
            />
          )}
        </FormField>
        <FormField form={form} name="holidays" label="Holidays" group>
          {({ value, onChange }) => (
            <HolidaysEditor
              holidays={value}
              onChange={onChange}
              weekdays={form.watch('business_weekdays')}
              draft={draft}
              onDraftChange={setDraft}
              refusal={refusal}
              onRefuse={refuse}
            />
          )}
        </FormField>
        <FormField form={form} name="mail_text" label="Email Footer" hint={mailHint}>
          {({ value, ...field }) => <Textarea {...field} value={value ?? ''} />}
        </FormField>
        <FormFailure failure={update.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={update.isPending}>
            Save
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}

/** The error in a day's hours, if any. */
function hoursRefusal({ formState: { errors } }: LocalSettingsForm): string | undefined {
  const days = Array.isArray(errors.business_hours) ? errors.business_hours : []
  return days.flatMap((day) => [day?.opens?.message, day?.closes?.message]).find((message) => message !== undefined)
}

function BusinessDays({ form }: { form: LocalSettingsForm }) {
  return (
    <FormField form={form} name="business_weekdays" label="Business Days" group required hint={weekdaysHint}>
      {({ value, onChange }) => (
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {weekdays.map(({ day, name }) => (
            <Checkbox
              key={day}
              label={name}
              checked={value.includes(day)}
              onChange={(on) => onChange(on ? [...value, day].sort() : value.filter((one) => one !== day))}
            />
          ))}
        </div>
      )}
    </FormField>
  )
}

interface BusinessHoursEditorProps {
  /** The dealer group's working days. */
  weekdays: readonly number[]
  hours: readonly HoursOfDay[]
  onChange(hours: readonly HoursOfDay[]): void
  refusal: string | undefined
}

const usual = { opens: '09:00', closes: '18:00' }

/** The working hours of each business day. */
function BusinessHoursEditor({ weekdays: worked, hours, onChange, refusal }: BusinessHoursEditorProps) {
  function change(day: HoursOfDay) {
    onChange([...hours.filter(({ weekday }) => weekday !== day.weekday), day])
  }
  return (
    <div className="grid gap-2">
      {weekdays
        .filter(({ day }) => worked.includes(day))
        .map(({ day, name }) => {
          const row = hours.find(({ weekday }) => weekday === day) ?? { weekday: day, ...usual }
          return (
            <div
              key={day}
              className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-x-2 gap-y-1 sm:grid-cols-[6.5rem_8.5rem_auto_8.5rem]"
            >
              <span className="max-sm:col-span-3">{name}</span>
              <Input
                type="time"
                aria-label={`${name} from`}
                value={row.opens}
                onChange={({ target }) => change({ ...row, opens: target.value })}
              />
              <span className="text-ink-soft">to</span>
              <Input
                type="time"
                aria-label={`${name} to`}
                value={row.closes}
                onChange={({ target }) => change({ ...row, closes: target.value })}
              />
            </div>
          )
        })}
      {refusal && (
        <p role="alert" className="text-[0.8125rem] text-danger">
          {refusal}
        </p>
      )}
    </div>
  )
}
