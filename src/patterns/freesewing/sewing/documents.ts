/** The data of all designs with named edges, by design. */
import aaron from './aaron.json' with { type: 'json' };
import bella from './bella.json' with { type: 'json' };
import bent from './bent.json' with { type: 'json' };
import brian from './brian.json' with { type: 'json' };
import carlton from './carlton.json' with { type: 'json' };
import charlie from './charlie.json' with { type: 'json' };
import diana from './diana.json' with { type: 'json' };
import huey from './huey.json' with { type: 'json' };
import jaeger from './jaeger.json' with { type: 'json' };
import lily from './lily.json' with { type: 'json' };
import noble from './noble.json' with { type: 'json' };
import paco from './paco.json' with { type: 'json' };
import penelope from './penelope.json' with { type: 'json' };
import sandy from './sandy.json' with { type: 'json' };
import simon from './simon.json' with { type: 'json' };
import simone from './simone.json' with { type: 'json' };
import sven from './sven.json' with { type: 'json' };
import teagan from './teagan.json' with { type: 'json' };
import titan from './titan.json' with { type: 'json' };
import wahid from './wahid.json' with { type: 'json' };
import yuri from './yuri.json' with { type: 'json' };

export const sewingDocuments: Readonly<Record<string, unknown>> = {
  aaron,
  bella,
  bent,
  brian,
  carlton,
  charlie,
  diana,
  huey,
  jaeger,
  lily,
  noble,
  paco,
  penelope,
  sandy,
  simon,
  simone,
  sven,
  teagan,
  titan,
  wahid,
  yuri,
};
