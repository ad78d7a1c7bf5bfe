//! Tests of the Prometheus metrics.

use tutti_engine::End;
use tutti_watch::{Options, install, metrics, metrics_table};

use crate::world::{World, recovers};

#[tokio::test]
async fn what_happened_is_counted() {
    install(&Options { metrics: true, ..Options::default() }).unwrap();
    let world = World::new(recovers()).await;
    assert!(matches!(world.run("family").await, End::Done(_)));
    let waits = World::new(Vec::new()).await;
    assert!(matches!(waits.run("asks").await, End::Parked { .. }));
    metrics().http("/api/runs/{run}", "GET", 200, 0.02);
    metrics().http("/api/runs/{run}", "GET", 404, 0.002);
    metrics().reviews_waiting(1);
    let stream = metrics().open_stream();
    let text = metrics().render();
    for line in [
        r#"tutti_http_requests_total{route="/api/runs/{run}",method="GET",status="200"} 1"#,
        r#"tutti_http_requests_total{route="/api/runs/{run}",method="GET",status="404"} 1"#,
        r#"tutti_http_request_seconds_count{route="/api/runs/{run}",method="GET"} 2"#,
        r#"tutti_http_request_seconds_bucket{le="0.005",route="/api/runs/{run}",method="GET"} 1"#,
        "tutti_event_streams_open 1",
        r#"tutti_runs_total{flow="family",status="began"} 1"#,
        r#"tutti_runs_total{flow="add",status="done"} 1"#,
        r#"tutti_runs_total{flow="asks",status="parked"} 1"#,
        r#"tutti_steps_total{flow="add",step="adder"} 2"#,
        r#"tutti_step_seconds_count{flow="family",step="look"} 1"#,
        r#"tutti_verdicts_total{flow="add",verdict="pass"} 1"#,
        r#"tutti_recoveries_total{flow="add",kind="retry"} 1"#,
        "tutti_reviews_total 1",
        "tutti_reviews_waiting 1",
        r#"tutti_model_calls_total{provider="scripted",model="m",status="failed"} 1"#,
        r#"tutti_model_calls_total{provider="scripted",model="m",status="billed"} 1"#,
        r#"tutti_model_call_seconds_count{provider="scripted",model="m"} 2"#,
    ] {
        assert!(text.lines().any(|found| found == line), "no line `{line}` in\n{text}");
    }
    assert!(text.contains("tutti_build_info{version=") && text.ends_with("# EOF\n"), "{text}");
    drop(stream);
    assert!(metrics().render().contains("tutti_event_streams_open 0"));

    let documented = metrics_table();
    for name in text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()) {
        assert!(documented.contains(&format!("`{name}")), "{name} is not documented");
    }
}

/// Without anybody who watches, nothing is made.
#[tokio::test]
async fn nothing_is_counted_if_nobody_watches() {
    install(&Options::default()).unwrap();
    let world = World::new(recovers()).await;
    assert!(matches!(world.run("family").await, End::Done(_)));
    assert!(!metrics().render().contains("flow=\"family\""));
}
