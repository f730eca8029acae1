import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Machine } from '../../model/flow/graph';
import { planMarks, type AffectedSteps, type PlanMark } from '../../model/run/plan';

const NOTHING: ReadonlyMap<string, PlanMark> = new Map();

const PlanContext = createContext<{
  plan: AffectedSteps | null;
  setPlan: (plan: AffectedSteps | null) => void;
}>({ plan: null, setPlan: () => {} });

/** Carries what an action that is not confirmed yet would do from its sheet to the canvas. */
export function PlanProvider({ children }: { children: ReactNode }) {
  const [plan, setPlan] = useState<AffectedSteps | null>(null);
  const value = useMemo(() => ({ plan, setPlan }), [plan]);
  return <PlanContext value={value}>{children}</PlanContext>;
}

/** Draws a plan on the canvas while the component is shown. */
export function useDrawnPlan(plan: AffectedSteps | null): void {
  const { setPlan } = useContext(PlanContext);
  useEffect(() => {
    setPlan(plan);
    return () => setPlan(null);
  }, [plan, setPlan]);
}

/** Returns the marks of the plan on the nodes of a machine. */
export function usePlanMarks(machine: Machine): ReadonlyMap<string, PlanMark> {
  const { plan } = useContext(PlanContext);
  return useMemo(() => (plan ? planMarks(plan, machine) : NOTHING), [plan, machine]);
}
