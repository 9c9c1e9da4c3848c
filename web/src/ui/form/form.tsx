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
import { Field } from '#ui/form/field.tsx'

// The page's policy blocks code from strings, which Zod would otherwise use for speed.
config({ jitless: true })

/** The values of an incomplete form: null where nothing is selected, which the schema refuses. */
type Unchecked<Input> = { [Name in keyof Input]: Input[Name] | null }

/**
 * A form validated by a schema: its values have the schema's input type, or null where nothing is selected; submitted
 * values have its output type. The first invalid field gets the focus on submit; later validation follows every change.
 */
export function useZodForm<Input extends FieldValues, Output, Values extends Unchecked<Input> = Input>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<NoInfer<Values>>,
) {
  // The schema validates the values, so it accepts them as unknown.
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
  /** Other fields whose error depends on this one; revalidated when this one changes. */
  alsoCheck?: readonly FieldPath<Values>[] | undefined
  /** Spread its argument onto the control: `{(field) => <Input {...field} />}`. */
  children(field: ControllerRenderProps<Values, Name>): ReactNode
}

/**
 * A labeled control of a form. Its error appears on leaving a changed field or on submit, and disappears once
 * corrected.
 */
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

/**
 * An error that appears or disappears during a click would move the button from under the pointer, and the click would
 * be lost.
 */
function afterPress(act: () => void) {
  if (!document.querySelector('button:active, a:active, label:active')) return act()
  addEventListener('pointerup', () => setTimeout(act), { once: true })
}

/** Shows the server's messages at their fields and focuses the first. Returns whether any field was found. */
export function showServerErrors<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  fields: Record<string, string> | undefined,
): boolean {
  const known = Object.entries(fields ?? {}).filter(([name]) => name in form.getValues())
  for (const [index, [name, message]] of known.entries())
    form.setError(name as FieldPath<Values>, { type: 'server', message }, { shouldFocus: index === 0 })
  return known.length > 0
}

/** Sets values that follow from another selection; those that show an error are revalidated. */
export function setFollowing<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  values: Partial<Values>,
) {
  for (const [name, value] of Object.entries(values)) {
    const field = name as FieldPath<Values>
    form.setValue(field, value, { shouldDirty: true, shouldValidate: form.getFieldState(field).invalid })
  }
}

/** The server's error about the whole form; errors about single fields are shown there. */
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
  /** The schema rejected the values, and the fields already show the errors. */
  onInvalid?: ((errors: FieldErrors<Values>) => void) | undefined
  className?: string | undefined
  children: ReactNode
}

/** The form element: submits valid values; a form inside a dialog does not submit the page's form. */
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
