import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, type ReactNode, useRef } from 'react'
import {
  Controller,
  type ControllerRenderProps,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { config, z } from 'zod'
import { Field } from '#ui/field.tsx'

// The page's policy allows no code from text, which zod would otherwise try for speed.
config({ jitless: true })

/** What a form holds before it is complete: null where nothing has been chosen, which the schema's checks refuse. */
type Unchecked<Input> = { [Name in keyof Input]: Input[Name] | null }

/**
 * A form held to a schema: what is typed has the schema's input type, or null where nothing has been chosen; what is
 * sent has its output type. The first invalid field gets the focus on submit; checks after that follow every change.
 */
export function useZodForm<Input extends FieldValues, Output, Values extends Unchecked<Input> = Input>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<NoInfer<Values>>,
) {
  // The schema is what finds out whether they fit, so it takes them as unknown.
  const typed = z.transform((values: Values): unknown => values)
  const checked: z.ZodType<Output, Values> = z.pipe(typed, schema)
  return useForm<Values, unknown, Output>({ resolver: zodResolver(checked), defaultValues, mode: 'onSubmit' })
}

interface FormFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> {
  form: UseFormReturn<Values, unknown, Output>
  name: Name
  label: ReactNode
  hint?: ReactNode
  required?: boolean | undefined
  group?: boolean | undefined
  className?: string | undefined
  /** Other fields whose message hangs on this one: checked again when this one changes. */
  alsoCheck?: readonly FieldPath<Values>[] | undefined
  /** Spread what it gets onto the control: `{(field) => <Input {...field} />}`. */
  children(field: ControllerRenderProps<Values, Name>): ReactNode
}

/** A labelled control of a form. Its message appears on leaving a changed field, or on submit, and goes with the mistake. */
export function FormField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(
  props: FormFieldProps<Values, Name, Output>,
) {
  const { form, name, alsoCheck = [] } = props
  const changed = useRef(false)
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field
          label={props.label}
          hint={props.hint}
          required={props.required}
          group={props.group}
          className={props.className}
          error={fieldState.error?.message}
        >
          {props.children({
            ...field,
            onChange(value: unknown) {
              changed.current = true
              field.onChange(value)
              if (fieldState.error) void form.trigger([name, ...alsoCheck])
            },
            onBlur() {
              field.onBlur()
              if (changed.current) afterPress(() => void form.trigger([name, ...alsoCheck]))
            },
          })}
        </Field>
      )}
    />
  )
}

/** A message that appeared during a click would push the button away from under the pointer, and the click be lost. */
function afterPress(act: () => void) {
  if (!document.querySelector('button:active, a:active')) return act()
  addEventListener('pointerup', () => setTimeout(act), { once: true })
}

/** Puts the server's messages on the fields they belong to and focuses the first. Tells whether any found its field. */
export function showServerErrors<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  fields: Record<string, string> | undefined,
): boolean {
  const known = Object.entries(fields ?? {}).filter(([name]) => name in form.getValues())
  for (const [index, [name, message]] of known.entries())
    form.setError(name as FieldPath<Values>, { type: 'server', message }, { shouldFocus: index === 0 })
  return known.length > 0
}

/** Sets values that follow from another choice; a message that one of them carries is checked again. */
export function setFollowing<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  values: Partial<Values>,
) {
  for (const [name, value] of Object.entries(values)) {
    const field = name as FieldPath<Values>
    form.setValue(field, value, { shouldDirty: true, shouldValidate: form.getFieldState(field).invalid })
  }
}

/** What the server had against a form as a whole; what it had against single fields stands there. */
export function FormFailure({ failure }: { failure: { message: string; fields?: object | undefined } | null }) {
  if (!failure || failure.fields) return null
  return (
    <p role="alert" className="text-danger">
      {failure.message}
    </p>
  )
}

interface FormProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>
  onSubmit(values: Output): unknown
  /** The schema was not content; the fields say so already. */
  onInvalid?: ((errors: FieldErrors<Values>) => void) | undefined
  className?: string | undefined
  children: ReactNode
}

/** The form element: submits when the schema is content; a form inside a dialog does not submit the page's form. */
export function Form<Values extends FieldValues, Output>({
  form,
  onSubmit,
  onInvalid,
  className,
  children,
}: FormProps<Values, Output>) {
  function submit(event: FormEvent) {
    event.stopPropagation()
    void form.handleSubmit(
      (values) => onSubmit(values),
      (errors) => onInvalid?.(errors),
    )(event)
  }
  return (
    <form noValidate className={className} onSubmit={submit}>
      {children}
    </form>
  )
}
