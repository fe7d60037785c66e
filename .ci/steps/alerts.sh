# the alerts and the dashboard: each expression by Prometheus's own parser, and each alert raised once by its engine
go run -C .ci/alerts . "$PWD/deploy/monitoring"
