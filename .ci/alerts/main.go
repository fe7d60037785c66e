// Checks the files of deploy/monitoring with the parsers and the engine of Prometheus: the rule file, the expressions of the
// dashboard, and each test of the alerts. The tests have the form of `promtool test rules`, whose program would compile the
// clients of every cloud.
//
// usage: go run . FOLDER
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strings"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/template"
	"github.com/prometheus/prometheus/util/annotations"
	"gopkg.in/yaml.v3"
)

const step = time.Minute

type unitTests struct {
	Tests []struct {
		Name        string         `yaml:"name"`
		Interval    model.Duration `yaml:"interval"`
		InputSeries []struct {
			Series string `yaml:"series"`
			Values string `yaml:"values"`
		} `yaml:"input_series"`
		AlertRuleTest []struct {
			EvalTime  model.Duration `yaml:"eval_time"`
			Alertname string         `yaml:"alertname"`
			ExpAlerts []struct {
				ExpLabels      map[string]string `yaml:"exp_labels"`
				ExpAnnotations map[string]string `yaml:"exp_annotations"`
			} `yaml:"exp_alerts"`
		} `yaml:"alert_rule_test"`
	} `yaml:"tests"`
}

type dashboard struct {
	Panels []struct {
		Title   string `json:"title"`
		Targets []struct {
			Expr string `json:"expr"`
		} `json:"targets"`
	} `json:"panels"`
}

var passed, failed int

func check(what string, err error) {
	if err == nil {
		passed++
		return
	}
	failed++
	fmt.Printf("FAIL %s: %v\n", what, err)
}

func main() {
	folder := os.Args[1]
	groups, faults := rulefmt.ParseFile(filepath.Join(folder, "alerts.yaml"), false)
	for _, fault := range faults {
		check("alerts.yaml", fault)
	}
	if groups == nil {
		os.Exit(1)
	}
	rules := map[string]rulefmt.Rule{}
	for _, group := range groups.Groups {
		for _, rule := range group.Rules {
			rules[rule.Alert] = rule
			check(rule.Alert, nil)
		}
	}

	var board dashboard
	read(filepath.Join(folder, "dashboard.json"), func(text []byte) error { return json.Unmarshal(text, &board) })
	for _, panel := range board.Panels {
		for _, target := range panel.Targets {
			_, err := parser.ParseExpr(strings.ReplaceAll(target.Expr, "$__rate_interval", "5m"))
			check(panel.Title, err)
		}
	}

	var tests unitTests
	read(filepath.Join(folder, "alerts.test.yaml"), func(text []byte) error { return yaml.Unmarshal(text, &tests) })
	engine := promql.NewEngine(promql.EngineOpts{MaxSamples: 1_000_000, Timeout: time.Minute, LookbackDelta: 5 * time.Minute})
	for _, test := range tests.Tests {
		var all []promql.Series
		for _, input := range test.InputSeries {
			series, err := seriesOf(input.Series, input.Values, time.Duration(test.Interval))
			check(test.Name+": "+input.Series, err)
			all = append(all, series)
		}
		for _, expected := range test.AlertRuleTest {
			name := fmt.Sprintf("%s: %s at %v", test.Name, expected.Alertname, expected.EvalTime)
			rule, ok := rules[expected.Alertname]
			if !ok {
				check(name, fmt.Errorf("no such alert"))
				continue
			}
			got, err := firing(engine, all, rule, time.Duration(expected.EvalTime))
			want := []string{}
			for _, alert := range expected.ExpAlerts {
				want = append(want, told(alert.ExpLabels, alert.ExpAnnotations))
			}
			sort.Strings(want)
			if err == nil && !reflect.DeepEqual(got, want) {
				err = fmt.Errorf("fires with %v, not with %v", got, want)
			}
			check(name, err)
		}
	}
	fmt.Printf("%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		os.Exit(1)
	}
}

func read(path string, decode func([]byte) error) {
	text, err := os.ReadFile(path)
	if err == nil {
		err = decode(text)
	}
	check(path, err)
}

func seriesOf(description, values string, interval time.Duration) (promql.Series, error) {
	metric, sequence, err := parser.ParseSeriesDesc(description + " " + values)
	series := promql.Series{Metric: metric}
	for i, value := range sequence {
		if !value.Omitted {
			series.Floats = append(series.Floats, promql.FPoint{T: int64(i) * interval.Milliseconds(), F: value.Value})
		}
	}
	return series, err
}

// The labels and annotations of the alerts whose expression has held at each minute of the rule's time, up to `at`.
func firing(engine *promql.Engine, all []promql.Series, rule rulefmt.Rule, at time.Duration) ([]string, error) {
	end := time.UnixMilli(0).Add(at)
	start := end.Add(-time.Duration(rule.For))
	query, err := engine.NewRangeQuery(context.Background(), memory(all), nil, rule.Expr, start, end, step)
	if err != nil {
		return nil, err
	}
	defer query.Close()
	matrix, err := query.Exec(context.Background()).Matrix()
	if err != nil {
		return nil, err
	}
	alerts := []string{}
	for _, series := range matrix {
		if len(series.Floats) < int(time.Duration(rule.For)/step)+1 {
			continue
		}
		own := series.Metric.Map()
		delete(own, labels.MetricName)
		last := promql.Sample{F: series.Floats[len(series.Floats)-1].F, Metric: series.Metric}
		annotated := map[string]string{}
		for name, text := range rule.Annotations {
			declared := "{{$labels := .Labels}}{{$value := .Value}}"
			data := template.AlertTemplateData(own, nil, "", last)
			expander := template.NewTemplateExpander(context.Background(), declared+text, rule.Alert, data, model.Time(0), nil, nil, nil)
			if annotated[name], err = expander.Expand(); err != nil {
				return nil, err
			}
		}
		for name, value := range rule.Labels {
			own[name] = value
		}
		alerts = append(alerts, told(own, annotated))
	}
	sort.Strings(alerts)
	return alerts, nil
}

func told(own, annotated map[string]string) string {
	return labels.FromMap(own).String() + " " + labels.FromMap(annotated).String()
}

// memory is a storage of the series.
type memory []promql.Series

func (m memory) Querier(_, _ int64) (storage.Querier, error) { return m, nil }
func (m memory) Close() error                                { return nil }

func (m memory) LabelValues(context.Context, string, *storage.LabelHints, ...*labels.Matcher) ([]string, annotations.Annotations, error) {
	return nil, nil, nil
}

func (m memory) LabelNames(context.Context, *storage.LabelHints, ...*labels.Matcher) ([]string, annotations.Annotations, error) {
	return nil, nil, nil
}

func (m memory) Select(_ context.Context, _ bool, _ *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
	found := &seriesSet{at: -1}
	for _, series := range m {
		matches := true
		for _, matcher := range matchers {
			matches = matches && matcher.Matches(series.Metric.Get(matcher.Name))
		}
		if matches {
			found.series = append(found.series, promql.NewStorageSeries(series))
		}
	}
	sort.Slice(found.series, func(i, j int) bool {
		return labels.Compare(found.series[i].Labels(), found.series[j].Labels()) < 0
	})
	return found
}

type seriesSet struct {
	series []storage.Series
	at     int
}

func (s *seriesSet) Next() bool                        { s.at++; return s.at < len(s.series) }
func (s *seriesSet) At() storage.Series                { return s.series[s.at] }
func (s *seriesSet) Err() error                        { return nil }
func (s *seriesSet) Warnings() annotations.Annotations { return nil }
