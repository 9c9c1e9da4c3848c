import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PeopleStep } from '#operation/set-up/people-step.tsx'
import { DepartmentsStep, DialogStep } from '#operation/set-up/place-steps.tsx'
import { useDealerGroups, useDealerships, useDepartments } from '#organization/api.ts'
import { paths } from '#paths.ts'
import { useUsers } from '#people/users/api.ts'
import { SpinnerPage } from '#ui/feedback/spinner.tsx'
import { LinkButton } from '#ui/link-button.tsx'

const setUpSteps = ['Code', 'Your Account', 'Dealer Group', 'Store', 'Departments', 'People', 'First Request'] as const
type Step = (typeof setUpSteps)[number]

/** The card of a step, with the list of all steps. */
export function StepCard({ step, children }: { step: Step; children: ReactNode }) {
  const current = setUpSteps.indexOf(step)
  return (
    <>
      <ol aria-label="Steps" className="flex flex-wrap gap-x-4 gap-y-1">
        {setUpSteps.map((name, index) => (
          <li
            key={name}
            aria-current={index === current ? 'step' : undefined}
            className={clsx('flex items-center gap-1', index === current ? 'font-semibold' : 'text-ink-soft')}
          >
            {index < current && <Check aria-hidden className="size-4 text-good" />}
            {name}
            {index < current && <span className="sr-only"> (done)</span>}
          </li>
        ))}
      </ol>
      <section aria-label={step} className="grid gap-4 rounded-lg border border-line bg-surface p-5 sm:p-6">
        <h2 className="text-lg font-semibold">{step}</h2>
        {children}
      </section>
    </>
  )
}

/** The steps after the first user's account. What exists decides where they begin. */
export function PlaceAndPeopleSteps() {
  const groups = useDealerGroups().data
  const dealerships = useDealerships().data
  const departments = useDepartments().data
  const users = useUsers().data
  const [past, setPast] = useState<Step>()
  const [isAdding, setAdding] = useState(false)
  const [begunWith, setBegunWith] = useState<number>()
  if (!groups || !dealerships || !departments || !users) return <SpinnerPage />
  if (begunWith === undefined) setBegunWith(users.length)
  const [group] = groups
  const [dealership] = dealerships
  const isPast = (step: Step) => past !== undefined && setUpSteps.indexOf(past) >= setUpSteps.indexOf(step)
  if (!group)
    return (
      <StepCard step="Dealer Group">
        <DialogStep
          key="group"
          kind="group"
          text="A dealer group holds your stores, their people, and their requests."
          button="Add Dealer Group"
        />
      </StepCard>
    )
  if (!dealership)
    return (
      <StepCard step="Store">
        <DialogStep
          key="dealership"
          kind="dealership"
          text={`Add the first dealership of ${group.name}. Its address appears on checks and mail.`}
          button="Add Dealership"
        />
      </StepCard>
    )
  if ((departments.length === 0 || isAdding) && !isPast('Departments'))
    return (
      <StepCard step="Departments">
        <DepartmentsStep dealership={dealership} onBusy={setAdding} onSkip={() => setPast('Departments')} />
      </StepCard>
    )
  if (begunWith !== undefined && begunWith <= 1 && !isPast('People'))
    return (
      <StepCard step="People">
        <PeopleStep groupId={group.id} onDone={() => setPast('People')} />
      </StepCard>
    )
  return (
    <StepCard step="First Request">
      <p>
        Raise the first request for one of your requesters, or let them do it. An approver decides next. The dashboard
        lists what else a new installation needs.
      </p>
      <div className="flex flex-wrap gap-2">
        <LinkButton to={paths.newCheckRequest}>Raise the First Request</LinkButton>
        <LinkButton to={paths.dashboard} variant="secondary">
          Open the Dashboard
        </LinkButton>
      </div>
    </StepCard>
  )
}
