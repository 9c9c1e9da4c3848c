import { zodResolver } from '@hookform/resolvers/zod'
import { createContext, type FormEvent, type ReactNode, use, useRef } from 'react'
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

// The page's security policy blocks code created from strings, which Zod would otherwise use for speed.
config({ jitless: true })

/** The values of an incomplete form: null where nothing is selected, which the schema refuses. */
type Unchecked<Input> = { [Name in keyof Input]: Input[Name] | null }

/**
 * A form validated by a schema. The form's values have the schema's input type, or null where nothing is selected;
 * submitted values have the schema's output type. On submit, the first invalid field gets the focus. After that, every
 * change is validated.
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

/** Texts about where values come from, by field. A text is shown as long as the field has its value. */
export type FieldSources = Readonly<Record<string, FieldSource>>

interface FieldSource {
  readonly value: string
  readonly text: string
  /** Shown beside the field while it has the focus. */
  readonly preview?: ReactNode
}

export const FieldSourcesContext = createContext<FieldSources>({})

interface FormFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> {
  form: UseFormReturn<Values, unknown, Output>
  name: Name
  label: ReactNode
  hint?: ReactNode
  required?: boolean | undefined
  group?: boolean | undefined
  className?: string | undefined
  /** Other fields whose errors depend on this field. They are revalidated when this field changes. */
  alsoCheck?: readonly FieldPath<Values>[] | undefined
  /** Renders the control. Spread the argument onto the control: `{(field) => <Input {...field} />}`. */
  children(field: ControllerRenderProps<Values, Name>): ReactNode
}

/**
 * A labeled control of a form. An error appears when the user leaves a changed field or submits, and disappears once
 * the value is corrected.
 */
export function FormField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(
  props: FormFieldProps<Values, Name, Output>,
) {
  const { form, name, alsoCheck = [] } = props
  const changed = useRef(false)
  const source = use(FieldSourcesContext)[name]
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field
          label={props.label}
          hint={source?.value === field.value ? source?.text : props.hint}
          preview={source?.value === field.value && source?.preview}
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
 * Runs `act`, but not during a click. An error that appears or disappears during a click would move the button away
 * from the pointer, and the click would have no effect.
 */
function afterPress(act: () => void) {
  if (!document.querySelector('button:active, a:active, label:active')) return act()
  addEventListener('pointerup', () => setTimeout(act), { once: true })
}

/** Shows the server's messages at their fields and focuses the first of these fields. Returns whether there was one. */
export function showServerErrors<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  fields: Record<string, string> | undefined,
): boolean {
  const known = Object.entries(fields ?? {}).filter(([name]) => name in form.getValues())
  for (const [index, [name, message]] of known.entries())
    form.setError(name as FieldPath<Values>, { type: 'server', message }, { shouldFocus: index === 0 })
  return known.length > 0
}

/** Sets values that follow from another selection. Revalidates fields that show an error. */
export function setFollowing<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  values: Partial<Values>,
) {
  for (const [name, value] of Object.entries(values)) {
    const field = name as FieldPath<Values>
    form.setValue(field, value, { shouldDirty: true, shouldValidate: form.getFieldState(field).invalid })
  }
}

/** The server's error about the whole form; errors about single fields appear at those fields. */
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
  /** Called when the schema has rejected the values. The fields already show the errors. */
  onInvalid?: ((errors: FieldErrors<Values>) => void) | undefined
  className?: string | undefined
  children: ReactNode
}

/** The form element, which submits only valid values. A form inside a dialog doesn't submit the page's form. */
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
