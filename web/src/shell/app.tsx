import { BodyStep } from '../body/body-step.js';
import { MarkerStep } from '../marker/marker-step.js';
import { PatternStep } from '../pattern/pattern-step.js';
import { ProjectMenu } from '../project/project-menu.js';
import { Away } from './away.js';
import { KeyMenu } from './key-menu.js';
import { lazy } from './lazy.js';
import { step, steps } from './step.js';
import { ThemeButton } from './theme.js';

/** Most visitors never plan lays. */
const LayStep = lazy(async () => (await import('../lay/lay-step.js')).LayStep);

const views = { body: BodyStep, pattern: PatternStep, marker: MarkerStep, lays: LayStep };

export function App() {
  const View = views[step.value];
  return (
    <>
      <header class="top">
        <h1 class="brand">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="7" />
            <path class="edge" d="M7 0v32M25 0v32" />
            <path class="thread" d="M7 0v32" />
            <path class="weft" d="M13 9h7M13 14h7M13 19h7M13 24h7" />
          </svg>
          Selvage
        </h1>
        <nav aria-label="Steps">
          <ol class="steps">
            {steps.map(({ id, title }, index) => (
              <li key={id}>
                <a href={`#${id}`} aria-current={step.value === id ? 'step' : undefined}>
                  <span class="number" aria-hidden="true">
                    {index + 1}
                  </span>
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div class="tools">
          <ProjectMenu />
          <ThemeButton />
          <KeyMenu />
        </div>
      </header>
      <Away />
      <main class={`step step-${step.value}`}>
        <View />
      </main>
    </>
  );
}
