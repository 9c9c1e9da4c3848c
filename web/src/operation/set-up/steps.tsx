import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import type { Dealership } from '@check-requests/domain/organization/fields.ts'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { lazy, type ReactNode, useEffect, useRef, useState } from 'react'
import { PeopleStep } from '#operation/set-up/people-step.tsx'
import { useDealerGroups, useDealerships, useDepartments } from '#organization/api.ts'
import { departmentNotices } from '#organization/write-notices.ts'
import { paths } from '#paths.ts'
import { useUsers } from '#people/users/api.ts'
import { failureNotice } from '#platform/api-failure.ts'
import { counted } from '#platform/counted.ts'
import { useNotices } from '#platform/notices.tsx'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { SpinnerPage } from '#ui/feedback/spinner.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'

const setUpSteps = [
  'Code',
  'Your Account',
  'Dealer Group',
  'Dealership',
  'Departments',
  'People',
  'First Request',
] as const
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
          text="A dealer group holds your dealerships, their people, and their requests."
          button="Add Dealer Group"
        />
      </StepCard>
    )
  if (!dealership)
    return (
      <StepCard step="Dealership">
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

const GroupDialog = lazy(async () => ({ default: (await import('#organization/group-dialog.tsx')).GroupDialog }))
const DealershipDialog = lazy(async () => ({
  default: (await import('#organization/dealership-dialog.tsx')).DealershipDialog,
}))

interface DialogStepProps {
  text: string
  button: string
  kind: 'group' | 'dealership'
}

/** A step whose dialog opens by itself, and with a button if the user has closed it. */
function DialogStep({ text, button, kind }: DialogStepProps) {
  const add = useDialogFor<null>(kind === 'group' ? GroupDialog : DealershipDialog)
  const opened = useRef(false)
  const { openFor } = add
  useEffect(() => {
    if (opened.current) return
    opened.current = true
    openFor(null)
  }, [openFor])
  return (
    <div className="grid justify-items-start gap-4">
      <p>{text}</p>
      <Button onClick={() => openFor(null)}>{button}</Button>
      {add.dialog}
    </div>
  )
}

/** The usual departments of a dealership. */
const usual = [
  { name: 'Sales', code: 'SAL' },
  { name: 'Service', code: 'SVC' },
  { name: 'Parts', code: 'PRT' },
  { name: 'Body Shop', code: 'BDY' },
  { name: 'Office', code: 'OFC' },
] as const

interface DepartmentsStepProps {
  dealership: Dealership
  /** Called when the calls begin and end, so that the step stays until the last one. */
  onBusy(isBusy: boolean): void
  onSkip(): void
}

/** Adds the usual departments to a dealership, each chosen with one click. */
function DepartmentsStep({ dealership, onBusy, onSkip }: DepartmentsStepProps) {
  const [chosen, setChosen] = useState<readonly string[]>(['Sales', 'Service', 'Parts', 'Office'])
  const [isBusy, setBusy] = useState(false)
  const busy = (is: boolean) => {
    setBusy(is)
    onBusy(is)
  }
  const create = useWrite(organizationEndpoints.createDepartment, { refreshes: departmentNotices.create.refreshes })
  const notices = useNotices()
  const { id: dealership_id, dealer_group_id } = dealership

  async function createAll() {
    busy(true)
    let created = 0
    try {
      for (const { name, code } of usual.filter((one) => chosen.includes(one.name))) {
        await create.mutateAsync({ body: { name, code, dealership_id, dealer_group_id } })
        created += 1
      }
      notices.show({ title: `${counted(created, 'department')} created` })
    } catch (failure) {
      // The departments created so far remain.
      notices.show(failureNotice(departmentNotices.create.failed, failure))
    }
    busy(false)
  }

  return (
    <div className="grid justify-items-start gap-4">
      <p>Which departments does {dealership.name} have? You can add others later.</p>
      <fieldset aria-label="Departments" className="flex flex-wrap gap-2">
        {usual.map(({ name }) => {
          const isChosen = chosen.includes(name)
          return (
            <Button
              key={name}
              variant="secondary"
              aria-pressed={isChosen}
              className={isChosen ? 'rounded-full border-accent bg-accent-soft' : 'rounded-full'}
              onClick={() => setChosen(isChosen ? chosen.filter((one) => one !== name) : [...chosen, name])}
            >
              {isChosen && <Check aria-hidden className="size-4" />}
              {name}
            </Button>
          )
        })}
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <Button pending={isBusy} disabled={chosen.length === 0} onClick={createAll}>
          Create {counted(chosen.length, 'Department')}
        </Button>
        <Button variant="ghost" onClick={onSkip}>
          Add Departments Later
        </Button>
      </div>
    </div>
  )
}
